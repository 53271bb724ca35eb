import type { ShopConfig } from './chat-api.ts'
import { element } from './dom.ts'
import type { Labels } from './labels.ts'
import { stylesFor } from './styles.ts'

interface Actions {
  onOpen(): void
  onSend(text: string): void
  onStop(): void
  onRestart(): void
  onPerson(): void
}

/** What is on screen. It knows nothing of the server. */
export function createPanel(shop: ShopConfig, labels: Labels, actions: Actions) {
  const log = element('div', {
    class: 'log',
    role: 'log',
    'aria-live': 'off',
    tabindex: '0',
    'aria-label': labels.open,
  })
  // Announces whole answers: the log changes with every word.
  const status = element('div', { class: 'hidden', role: 'status' })
  const input = element('textarea', {
    rows: '1',
    maxlength: '4000',
    'aria-label': labels.message,
    placeholder: labels.message,
    keydown: (event) => {
      const { key, shiftKey, isComposing } = event as KeyboardEvent
      if (key !== 'Enter' || shiftKey || isComposing) return
      event.preventDefault()
      form.requestSubmit()
    },
  })
  const send = element('button', { type: 'submit' }, labels.send)
  const stop = element('button', { type: 'button', hidden: true, click: actions.onStop }, labels.stop)
  const person = element('button', { type: 'button', class: 'person', click: actions.onPerson }, labels.person)
  const form = element(
    'form',
    {
      submit: (event) => {
        event.preventDefault()
        const text = input.value.trim()
        if (text !== '' && stop.hidden) actions.onSend(text)
      },
    },
    input,
    send,
    stop,
  )
  const panel = element(
    'section',
    {
      class: 'panel',
      id: 'panel',
      role: 'dialog',
      'aria-label': labels.title(shop.name),
      hidden: true,
      keydown: (event) => {
        if ((event as KeyboardEvent).key === 'Escape') close()
      },
    },
    element(
      'div',
      { class: 'head' },
      element('h2', {}, labels.title(shop.name)),
      element(
        'button',
        { type: 'button', 'aria-label': labels.restart, title: labels.restart, click: actions.onRestart },
        '↺',
      ),
      element('button', { type: 'button', 'aria-label': labels.close, title: labels.close, click: () => close() }, '✕'),
    ),
    log,
    form,
    element('div', { class: 'footer' }, person),
    status,
  )
  const launcher = element(
    'button',
    { type: 'button', class: 'launcher', 'aria-expanded': 'false', 'aria-controls': 'panel', click: () => open() },
    element('span', {}, labels.open),
  )
  const host = element('div', { id: 'storedesk-chat' })
  const shadow = host.attachShadow({ mode: 'open' })
  // Not a style element, which a shop's security policy may forbid.
  const styles = new CSSStyleSheet()
  styles.replaceSync(stylesFor(shop))
  shadow.adoptedStyleSheets = [styles]
  shadow.append(launcher, panel)
  document.body.append(host)

  const setOpen = (isOpen: boolean) => {
    panel.hidden = !isOpen
    launcher.hidden = isOpen
    launcher.setAttribute('aria-expanded', String(isOpen))
  }
  function open() {
    setOpen(true)
    input.focus()
    actions.onOpen()
  }
  function close() {
    setOpen(false)
    launcher.focus()
  }

  return {
    isOpen: () => !panel.hidden,
    append(node: Node) {
      log.append(node)
      log.scrollTop = log.scrollHeight
    },
    scrollDown() {
      log.scrollTop = log.scrollHeight
    },
    clear: () => log.replaceChildren(),
    note(text: string, kind = '') {
      this.append(element('p', { class: `note ${kind}` }, text))
      status.textContent = text
    },
    announce(text: string) {
      status.textContent = text
    },
    /** Buttons disappear when one of them, or anything else, was chosen. */
    suggest(suggestions: string[]) {
      const buttons = suggestions.map((text) =>
        element('button', { type: 'button', click: () => stop.hidden && actions.onSend(text) }, text),
      )
      this.append(element('div', { class: 'suggestions' }, ...buttons))
    },
    dropSuggestions() {
      for (const node of log.querySelectorAll('.suggestions')) node.remove()
    },
    setAnswering(isAnswering: boolean) {
      stop.hidden = !isAnswering
      send.hidden = isAnswering
    },
    setOwner(owner: 'assistant' | 'person') {
      person.hidden = owner === 'person'
    },
    takeInput() {
      input.value = ''
      input.focus()
    },
    /** For a message that was not sent. */
    restoreInput(text: string) {
      if (input.value === '') input.value = text
    },
  }
}
export type Panel = ReturnType<typeof createPanel>
