/** Mailboxes for private people: they say nothing about a company. */
export const FREE_EMAIL_DOMAINS = new Set(
  `126.com 163.com aol.com bluewin.ch comcast.net duck.com fastmail.com free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com
  gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.fr hotmail.it icloud.com laposte.net
  libero.it live.com mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com orange.fr outlook.com outlook.de pm.me
  posteo.de proton.me protonmail.com qq.com rocketmail.com sfr.fr t-online.de tutanota.com web.de wp.pl yahoo.co.uk
  yahoo.com yahoo.de yahoo.fr yahoo.it yandex.com yandex.ru ymail.com zoho.com`.split(/\s+/),
)

/** The common mailboxes that anyone can read and that vanish within the hour. Subdomains count, too. */
const DISPOSABLE_DOMAINS = new Set(
  `10minutemail.com 10minutemail.net 1secmail.com 20minutemail.com 33mail.com anonaddy.me burnermail.io byom.de
  crazymailing.com deadaddress.com discard.email discardmail.com dispostable.com dropmail.me emailfake.com
  emailondeck.com emltmp.com fakeinbox.com fakemail.net fakemailgenerator.com fexbox.org generator.email getairmail.com
  getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net
  guerrillamail.org guerrillamailblock.com harakirimail.com inboxbear.com inboxkitten.com incognitomail.org
  jetable.org mail-temp.com mail.tm mailcatch.com maildrop.cc mailexpire.com mailforspam.com mailinator.com
  mailinator.net mailnesia.com mailnull.com mailpoof.com mailsac.com mailtemp.info mintemail.com moakt.com mohmal.com
  mytemp.email mytrashmail.com nada.email nwytg.net opayq.com pokemail.net sharklasers.com shortmail.net spam4.me
  spambog.com spambox.us spamgourmet.com spamex.com tempail.com tempinbox.com temp-mail.io temp-mail.org tempmail.com
  tempmail.net tempmail.plus tempmailo.com tempr.email throwawaymail.com tmail.ws tmpmail.net tmpmail.org
  trash-mail.com trash-mail.de trashmail.com trashmail.de trashmail.me trashmail.net trbvm.com wegwerfemail.de
  wegwerfmail.de yopmail.com yopmail.fr yopmail.net`.split(/\s+/),
)

export function isDisposable(domain: string): boolean {
  const labels = domain.split('.')
  return labels.some((_, at) => DISPOSABLE_DOMAINS.has(labels.slice(at).join('.')))
}
