import { AppError } from '../../kit/errors.ts'
import type { TurnEnd, TurnEvent } from './answer-events.ts'

type Chunk = { type: string; [field: string]: unknown }
type Send = (chunk: Chunk | '[DONE]') => void

/** The header by which AI SDK clients know the format. */
export const UI_MESSAGE_STREAM_HEADERS = { 'x-vercel-ai-ui-message-stream': 'v1' }

export const FAILURE_TEXT = 'Something went wrong. Send your message again.'

/**
 * Writes an answer in the UI message stream format of the AI SDK, in the subset that its versions 5 to 7 read. Anything
 * of our own is in `data-*` parts, which other clients ignore.
 */
export function newUiMessageWriter(
  send: Send,
  { messageId, conversationId }: { messageId: string; conversationId: string },
): (event: TurnEvent) => void {
  let textId: string | undefined
  let textCount = 0
  let cardCount = 0
  const endText = () => {
    if (textId) send({ type: 'text-end', id: textId })
    textId = undefined
  }
  const writeText = (delta: string) => {
    if (!textId) {
      textCount += 1
      textId = `text-${textCount}`
      send({ type: 'text-start', id: textId })
    }
    send({ type: 'text-delta', id: textId, delta })
  }
  send({ type: 'start', messageId, messageMetadata: { conversationId } })
  send({ type: 'start-step' })

  return (event) => {
    switch (event.type) {
      case 'text':
        if (event.delta) writeText(event.delta)
        return
      case 'citation': {
        const { id: sourceId, title, url } = event.citation
        if (url) send({ type: 'source-url', sourceId, url, title })
        else send({ type: 'source-document', sourceId, mediaType: 'text/plain', title })
        return
      }
      case 'card':
        cardCount += 1
        send({ type: 'data-card', id: `card-${cardCount}`, data: event.card })
        return
      case 'suggestions':
        send({ type: 'data-suggestions', id: 'suggestions', data: { suggestions: event.suggestions } })
        return
      case 'notice':
        endText()
        send({ type: 'data-notice', data: { code: event.code, text: event.text } })
        return
      case 'tool_call': {
        endText()
        const { id: toolCallId, name: toolName, input } = event
        send({ type: 'tool-input-start', toolCallId, toolName, dynamic: true })
        send({ type: 'tool-input-available', toolCallId, toolName, input, dynamic: true })
        return
      }
      case 'tool_result': {
        const { id: toolCallId, result } = event
        if (result.ok) send({ type: 'tool-output-available', toolCallId, output: result.output, dynamic: true })
        else send({ type: 'tool-output-error', toolCallId, errorText: result.message, dynamic: true })
        return
      }
      case 'end':
        endText()
        writeEnd(send, event, conversationId)
        return
    }
  }
}

function writeEnd(send: Send, end: TurnEnd, conversationId: string): void {
  if (end.outcome === 'failed') {
    send({ type: 'error', errorText: end.error instanceof AppError ? end.error.message : FAILURE_TEXT })
    send('[DONE]')
    return
  }
  const { status, verification, handover, engine, usage } = end.answer
  if (verification) send({ type: 'data-verification', id: 'verification', data: verification })
  if (handover) send({ type: 'data-handover', id: 'handover', data: handover })
  send({ type: 'data-status', id: 'status', data: { status: end.outcome === 'withdrawn' ? 'withdrawn' : status } })
  send({ type: 'finish-step' })
  const finishReason = status === 'stopped' ? 'other' : 'stop'
  send({ type: 'finish', finishReason, messageMetadata: { conversationId, status, engine, usage, finishReason } })
  send('[DONE]')
}
