import type { FastifyRequest } from 'fastify'

const en = {
  order: 'Order',
  placed: 'Placed on',
  subtotal: 'Subtotal',
  discount: 'Discount',
  shipping: 'Shipping',
  tax: 'Tax',
  taxIncluded: 'Tax included',
  total: 'Total',
  giftCards: 'Gift cards',
  points: 'Points',
  storeCredit: 'Store credit',
  refunded: 'Refunded',
  shipments: 'Shipments',
  track: 'Track shipment',
  canceled: 'Canceled',
  pending: 'Payment pending',
  confirmed: 'Confirmed',
  partial: 'Partially shipped',
  shipped: 'Shipped',
  delivered: 'Delivered',
  test: 'Test order. No real payment was made.',
  updated: 'Last updated on',
  help: 'Help',
  returnTitle: 'Thank you',
  returnText: 'You can close this page and go back to your assistant. It shows whether the payment went through.',
  notFound: 'Page not found',
  notFoundText: 'Check that you copied the whole link.',
  tooMany: 'Too many requests',
  tooManyText: 'Wait a minute, then reload this page.',
  failed: 'Page unavailable',
  failedText: 'Reload this page in a few minutes.',
  rateTitle: 'How did we do?',
  rateQuestion: 'How satisfied are you with our help?',
  rateWorst: 'Very dissatisfied',
  rateBest: 'Very satisfied',
  rateComment: 'What could we do better? (optional)',
  rateSend: 'Send rating',
  rateThanks: 'Thank you for your rating',
  rateEditable: 'You can change it for 24 hours.',
  rateClosed: 'This survey is closed. Thank you for your help.',
}

export type Labels = typeof en

const de: Labels = {
  order: 'Bestellung',
  placed: 'Bestellt am',
  subtotal: 'Zwischensumme',
  discount: 'Rabatt',
  shipping: 'Versand',
  tax: 'Steuer',
  taxIncluded: 'Enthaltene Steuer',
  total: 'Gesamtsumme',
  giftCards: 'Geschenkkarten',
  points: 'Punkte',
  storeCredit: 'Guthaben',
  refunded: 'Erstattet',
  shipments: 'Sendungen',
  track: 'Sendung verfolgen',
  canceled: 'Storniert',
  pending: 'Zahlung ausstehend',
  confirmed: 'Bestätigt',
  partial: 'Teilweise versendet',
  shipped: 'Versendet',
  delivered: 'Zugestellt',
  test: 'Testbestellung: Es wurde kein echtes Geld bezahlt.',
  updated: 'Zuletzt geändert am',
  help: 'Hilfe',
  returnTitle: 'Vielen Dank',
  returnText:
    'Sie können diese Seite schließen und zu Ihrem Assistenten zurückkehren. Er zeigt, ob die Zahlung geklappt hat.',
  notFound: 'Seite nicht gefunden',
  notFoundText: 'Prüfen Sie, ob Sie den ganzen Link kopiert haben.',
  tooMany: 'Zu viele Anfragen',
  tooManyText: 'Warten Sie eine Minute und laden Sie die Seite neu.',
  failed: 'Etwas ist schiefgelaufen',
  failedText: 'Laden Sie die Seite in ein paar Minuten neu.',
  rateTitle: 'Wie war unsere Hilfe?',
  rateQuestion: 'Wie zufrieden sind Sie mit unserer Hilfe?',
  rateWorst: 'Sehr unzufrieden',
  rateBest: 'Sehr zufrieden',
  rateComment: 'Was können wir besser machen? (optional)',
  rateSend: 'Bewertung senden',
  rateThanks: 'Vielen Dank für Ihre Bewertung',
  rateEditable: 'Sie können sie 24 Stunden lang ändern.',
  rateClosed: 'Diese Umfrage ist beendet. Vielen Dank für Ihre Hilfe.',
}

const fr: Labels = {
  order: 'Commande',
  placed: 'Passée le',
  subtotal: 'Sous-total',
  discount: 'Remise',
  shipping: 'Livraison',
  tax: 'Taxes',
  taxIncluded: 'Taxes incluses',
  total: 'Total',
  giftCards: 'Cartes cadeaux',
  points: 'Points',
  storeCredit: 'Avoir',
  refunded: 'Remboursé',
  shipments: 'Expéditions',
  track: 'Suivre le colis',
  canceled: 'Annulée',
  pending: 'Paiement en attente',
  confirmed: 'Confirmée',
  partial: 'Partiellement expédiée',
  shipped: 'Expédiée',
  delivered: 'Livrée',
  test: 'Commande de test : aucun paiement réel.',
  updated: 'Mise à jour le',
  help: 'Aide',
  returnTitle: 'Merci',
  returnText: 'Vous pouvez fermer cette page et revenir à votre assistant. Il indique si le paiement a été accepté.',
  notFound: 'Page introuvable',
  notFoundText: 'Vérifiez que vous avez copié le lien en entier.',
  tooMany: 'Trop de requêtes',
  tooManyText: 'Patientez une minute, puis rechargez la page.',
  failed: 'Une erreur est survenue',
  failedText: 'Rechargez la page dans quelques minutes.',
  rateTitle: 'Votre avis',
  rateQuestion: 'Êtes-vous satisfait de notre aide ?',
  rateWorst: 'Très insatisfait',
  rateBest: 'Très satisfait',
  rateComment: 'Que pouvons-nous améliorer ? (facultatif)',
  rateSend: 'Envoyer la note',
  rateThanks: 'Merci pour votre note',
  rateEditable: 'Vous pouvez la modifier pendant 24 heures.',
  rateClosed: 'Cette enquête est terminée. Merci de votre aide.',
}

const es: Labels = {
  order: 'Pedido',
  placed: 'Realizado el',
  subtotal: 'Subtotal',
  discount: 'Descuento',
  shipping: 'Envío',
  tax: 'Impuestos',
  taxIncluded: 'Impuestos incluidos',
  total: 'Total',
  giftCards: 'Tarjetas de regalo',
  points: 'Puntos',
  storeCredit: 'Crédito de la tienda',
  refunded: 'Reembolsado',
  shipments: 'Envíos',
  track: 'Seguir el envío',
  canceled: 'Cancelado',
  pending: 'Pago pendiente',
  confirmed: 'Confirmado',
  partial: 'Enviado en parte',
  shipped: 'Enviado',
  delivered: 'Entregado',
  test: 'Pedido de prueba: no se ha pagado dinero real.',
  updated: 'Última actualización:',
  help: 'Ayuda',
  returnTitle: 'Gracias',
  returnText: 'Puedes cerrar esta página y volver a tu asistente. Allí verás si el pago se ha realizado.',
  notFound: 'Página no encontrada',
  notFoundText: 'Comprueba que has copiado el enlace completo.',
  tooMany: 'Demasiadas solicitudes',
  tooManyText: 'Espera un minuto y vuelve a cargar la página.',
  failed: 'Algo ha salido mal',
  failedText: 'Vuelve a cargar la página en unos minutos.',
  rateTitle: 'Tu opinión',
  rateQuestion: '¿Estás satisfecho con nuestra ayuda?',
  rateWorst: 'Muy insatisfecho',
  rateBest: 'Muy satisfecho',
  rateComment: '¿Qué podríamos mejorar? (opcional)',
  rateSend: 'Enviar valoración',
  rateThanks: 'Gracias por tu valoración',
  rateEditable: 'Puedes cambiarla durante 24 horas.',
  rateClosed: 'Esta encuesta está cerrada. Gracias por tu ayuda.',
}

const LANGUAGES: Record<string, Labels> = { en, de, fr, es }

/** Labels for the first of these locales that is translated. */
export function labelsFor(...locales: (string | null | undefined)[]): { language: string; labels: Labels } {
  for (const locale of locales) {
    const language = locale?.split('-', 1)[0]?.toLowerCase() ?? ''
    const labels = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
    if (labels) return { language, labels }
  }
  return { language: 'en', labels: en }
}

/** Keeps the region of the locale for formatting dates and amounts. Agents may send an invalid locale. */
export const matchLocale = (language: string, ...locales: (string | null)[]): string =>
  locales.find((locale) => locale?.split('-', 1)[0]?.toLowerCase() === language && isLocale(locale)) ?? language

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}

/** The first language in `Accept-Language`. */
export const preferredLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  headers['accept-language']?.split(/[,;]/, 1)[0]
