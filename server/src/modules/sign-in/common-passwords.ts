/**
 * What lists of leaked passwords of ten and more characters are made of: whole passwords and the words that they begin with.
 * In lower case; digits and punctuation around a word are left out when a password is checked.
 */
export const COMMON_PASSWORDS = `
password passwort passw0rd passwords motdepasse contraseña contrasena wachtwoord senha parola geslo haslo
welcome willkommen bienvenue letmein iloveyou ihateyou imissyou loveyou lovely sunshine princess
football baseball basketball volleyball softball superman spiderman batman ironman starwars pokemon
dragon monkey shadow master killer trustno1 trustnoone whatever computer internet qwerty qwertz azerty
administrator admin administrateur superuser sysadmin rootroot root toor guest default changeme
changeit secret supersecret topsecret temporary temppass testing tester test1234 testtest login signin
storedesk storefront shopify myshop onlineshop webshop
michelle jennifer elizabeth alexander christopher jonathan samantha stephanie charlotte victoria
liverpool manchester barcelona chelsea arsenal juventus realmadrid
chocolate butterfly strawberry blueberry cheesecake cinnamon
summer winter spring autumn january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
correcthorsebatterystaple
`
  .split(/\s+/)
  .filter(Boolean)
