import { textBeforeQuote } from './html-to-text.ts'

/**
 * What the sender wrote, without the quoted history and signature. Null if nothing was cut, or nothing would be left.
 * One pass over the lines, each of bounded length: regular expressions over the whole text can take minutes for an
 * email made for it.
 */
export function toVisibleText({ text, html, subject }: VisibleTextInput): string | null {
  if (FORWARDED_SUBJECT.test(subject)) return null
  const lines = text.split('\n')
  const quote = findQuote(lines)
  let visible = quote === undefined ? text : lines.slice(0, quote).join('\n')
  if (quote === undefined && html !== null) visible = textBeforeQuote(html) ?? text
  visible = withoutSignature(visible).trim()
  return visible.length < 2 || visible === text.trim() ? null : visible
}

interface VisibleTextInput {
  text: string
  html: string | null
  subject: string
}

const FORWARDED_SUBJECT = /^\s*(?:fwd?|wg|tr|rv|enc|i|vs|vb|doorst)\s*:/i
const MAX_LINE = 500

const SEPARATOR =
  /^\s*-{2,}\s*(?:original message|original appointment|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|oprindelig meddelelse|исходное сообщение|reply above this line)\s*-{2,}\s*$/i

const FORWARD =
  /^\s*(?:-{2,}\s*(?:forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato)\s*-{2,}|begin forwarded message:|anfang der weitergeleiteten nachricht:)\s*$/i

const WROTE =
  /(?:wrote|schrieb|a écrit|écrit|escribió|ha scritto|escreveu|schreef|skrev|kirjoitti|pisze|napisał(?:\(a\))?|napsal(?:\(a\))?|написал(?:\(а\)|а)?|пишет|写道|寫道|のメッセージ|作成|작성)(?:\s[^\n]{1,200})?\s?[:：]\s*$/i

/** How an attribution begins: `On Mon, 1 Jan 2026 …`, `Am 01.01.2026 …`. */
const ATTRIBUTION =
  /^\s*(?:on|am|le|el|il|em|op|den|dnia|w dniu|dne|pe|ma|ti|ke|to|la|su|vào|在|20\d\d[-/.年]|\d{1,2}[./]\d{1,2}[./]|[^\n]{1,200}<[^<>\s]{3,200}@[^<>\s]{3,200}>)/i

const FROM_LINE = /^\s*\*?(?:from|von|de|da|van|från|fra|od|от|lähettäjä|发件人|差出人)\*?\s?[:：]\*?\s?\S/i
const HEADER_LINE =
  /^\s*\*?(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|fecha|para|asunto|inviato|data|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|wysłano|do|temat|отправлено|кому|тема)\*?\s?[:：]/i

/** Index of the line where the history starts; undefined if there is none, or answers follow it. */
function findQuote(lines: string[]): number | undefined {
  for (const [at, line] of lines.entries()) {
    const short = line.slice(0, MAX_LINE)
    if (FORWARD.test(short)) return undefined
    if (SEPARATOR.test(short) || isHeaderBlock(lines, at)) return at
    const end = attributionEnd(lines, at)
    const isQuote = isQuoted(lines[at] ?? '') || end !== undefined
    if (!isQuote) continue
    const first = (end ?? at - 1) + 1
    // Answers between or below the quoted lines only make sense together with them.
    return hasAnswersBelow(lines, first) ? undefined : at
  }
  return undefined
}

const isQuoted = (line: string) => /^\s{0,3}>/.test(line)

/** An attribution may be wrapped; it is one only if the history follows. */
function attributionEnd(lines: string[], at: number): number | undefined {
  let joined = ''
  for (let end = at; end < Math.min(at + 3, lines.length); end++) {
    const line = (lines[end] ?? '').trim().slice(0, MAX_LINE)
    if (line === '') return undefined
    joined = `${joined} ${line}`.trim()
    if (WROTE.test(joined)) return ATTRIBUTION.test(joined) && /\d|@/.test(joined) ? end : undefined
    if (end === at && !ATTRIBUTION.test(joined)) return undefined
  }
  return undefined
}

/** `From:` and at least two of `Sent:`, `To:`, `Subject:` below it, as Outlook writes. */
function isHeaderBlock(lines: string[], at: number): boolean {
  if (!FROM_LINE.test((lines[at] ?? '').slice(0, MAX_LINE))) return false
  const below = lines.slice(at + 1, at + 8).map((line) => line.slice(0, MAX_LINE))
  return below.filter((line) => HEADER_LINE.test(line)).length >= 2
}

/** Unquoted text after quoted lines. Without any quoted line, everything below an attribution is the history. */
function hasAnswersBelow(lines: string[], first: number): boolean {
  let wasQuoted = false
  for (const line of lines.slice(first)) {
    if (isQuoted(line)) wasQuoted = true
    else if (/^-- ?$/.test(line)) return false
    else if (wasQuoted && line.trim() !== '') return true
  }
  return false
}

const SENT_FROM =
  /^\s*(?:sent from my|sent from outlook|get outlook for|von meinem .{1,60} gesendet|gesendet von|envoyé de mon|enviado desde|inviato da|verzonden vanaf|verstuurd vanaf|skickat från)/i

function withoutSignature(text: string): string {
  const lines = text.split('\n')
  const delimiter = lines.findIndex((line) => /^-- ?$/.test(line))
  const kept = delimiter > 0 ? lines.slice(0, delimiter) : lines
  while (kept.length > 1 && isClosing(kept.at(-1) ?? '')) kept.pop()
  return kept.join('\n')
}

const isClosing = (line: string) =>
  line.trim() === '' || SENT_FROM.test(line.slice(0, MAX_LINE)) || /^\s*_{10,}\s*$/.test(line.slice(0, MAX_LINE))
