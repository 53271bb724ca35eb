// The pages work without this script, except for the search, copy buttons, the choice of a theme and trying requests.

const element = (name, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}

setUpMenu()
setUpTheme()
setUpCopying()
setUpSearch()
setUpTrying()

/** Open beside the page, closed above it on a phone. */
function setUpMenu() {
  const wide = matchMedia('(min-width: 56.01rem)')
  const menu = document.getElementById('docs-menu')
  const update = () => {
    menu.open = wide.matches
  }
  wide.addEventListener('change', update)
  update()
  menu.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  if (!location.hash) scrollTo(0, 0)
}

function setUpTheme() {
  const names = { '': 'System', light: 'Light', dark: 'Dark' }
  const order = Object.keys(names)
  const button = document.getElementById('docs-theme')
  const root = document.documentElement
  const show = () => {
    const name = names[root.dataset.theme ?? '']
    // A phone has no room for the first word.
    button.replaceChildren(element('span', { textContent: 'Theme: ' }), name)
    button.setAttribute('aria-label', `Theme: ${name}`)
  }
  button.addEventListener('click', () => {
    const next = order[(order.indexOf(root.dataset.theme ?? '') + 1) % order.length]
    if (next) root.dataset.theme = next
    else delete root.dataset.theme
    localStorage.setItem('storedesk-docs-theme', next)
    show()
  })
  show()
}

function setUpCopying() {
  for (const block of document.querySelectorAll('main pre')) {
    const button = element('button', { type: 'button', textContent: 'Copy' })
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    const frame = element('div', { className: 'code' })
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

function setUpSearch() {
  const input = document.getElementById('docs-search')
  const list = document.getElementById('docs-results')
  let index
  let selected = -1
  const load = () => {
    index ??= fetch('/docs/search.json').then((response) => response.json())
    return index
  }

  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const select = (next) => {
    const options = [...list.children]
    selected = options.length === 0 ? -1 : (next + options.length) % options.length
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === selected))
    options[selected]?.scrollIntoView({ block: 'nearest' })
    if (options[selected]) input.setAttribute('aria-activedescendant', options[selected].id)
  }
  const open = (href) => {
    close()
    location.href = href
  }
  const show = async () => {
    const query = input.value.trim().toLowerCase()
    if (!query) return close()
    const entries = await load()
    // Somebody types faster than the index loads.
    if (query !== input.value.trim().toLowerCase()) return
    const found = rank(entries, query.split(/\s+/))
    const items = found.map(([title, page, href], at) => {
      const item = element('li', { id: `result-${at}` }, title, element('span', { textContent: page }))
      item.setAttribute('role', 'option')
      item.addEventListener('mousedown', (event) => event.preventDefault())
      item.addEventListener('click', () => open(href))
      item.dataset.href = href
      return item
    })
    if (items.length === 0) {
      const none = element('li', { textContent: 'No results' })
      none.setAttribute('role', 'option')
      none.setAttribute('aria-disabled', 'true')
      items.push(none)
    }
    list.replaceChildren(...items)
    list.hidden = false
    input.setAttribute('aria-expanded', 'true')
    select(0)
  }

  input.addEventListener('focus', load)
  input.addEventListener('input', show)
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') select(selected + 1)
    else if (event.key === 'ArrowUp') select(selected - 1)
    else if (event.key === 'Enter') {
      const { href } = list.children[selected]?.dataset ?? {}
      if (href && !list.hidden) open(href)
    } else return
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, textarea')) return
    event.preventDefault()
    input.focus()
  })
}

/** Words of other shops, and ours for the same. */
const SYNONYMS = {
  apply: ['add'],
  basket: ['cart'],
  coupon: ['promotion', 'discount code'],
  discount: ['promotion'],
  paging: ['pagination'],
  throttling: ['rate limit'],
  voucher: ['gift card', 'promotion'],
}
const FILLERS = new Set(['a', 'an', 'and', 'do', 'for', 'how', 'i', 'in', 'of', 'the', 'to'])

/** What has all words, or else what has some. */
function rank(entries, typed) {
  const words = typed.filter((word) => !FILLERS.has(word))
  const used = words.length > 0 ? words : typed
  const all = rankBy(entries, used, false)
  return all.length > 0 ? all : rankBy(entries, used, true)
}

/** A title that starts with a word counts most, then one that contains it, then the text. */
function rankBy(entries, words, isAnyEnough) {
  const scored = []
  for (const entry of entries) {
    const [title, page, , text] = entry.map((part) => part.toLowerCase())
    let score = 0
    for (const word of words) {
      const points = Math.max(...[word, ...(SYNONYMS[word] ?? [])].map((one) => pointsFor(one, { title, page, text })))
      if (points === 0 && !isAnyEnough) {
        score = 0
        break
      }
      score += points
    }
    // Of two with the same words, the shorter title is about them.
    if (score > 0) scored.push([score - title.length / 200 + importance(page, entry[2]), entry])
  }
  return scored
    .sort(([a], [b]) => b - a)
    .slice(0, 12)
    .map(([, entry]) => entry)
}

/** A guide explains more than the fields of an object, and than what is for those who change Storedesk. */
function importance(page, href) {
  if (page === 'object' || /^\/docs\/(architecture|contributing|decisions|routes)/.test(href)) return -6
  return page === 'guide' ? 1 : 0
}

function pointsFor(word, { title, page, text }) {
  const inTitle = title.indexOf(word)
  if (title === word) return 12
  if (inTitle === 0) return 8
  if (inTitle > 0) return 5
  if (page.includes(word)) return 3
  return text.includes(word) ? 1 : 0
}

/** The key stays in this page: it is not stored. */
function setUpTrying() {
  let key = ''
  for (const operation of document.querySelectorAll('.operation')) {
    // The form sends JSON, not files.
    if (operation.querySelector('.samples code')?.textContent.includes('--data-binary')) continue
    const details = element('details', { className: 'try' }, element('summary', { textContent: 'Try it' }))
    details.addEventListener('toggle', () => details.children.length > 1 || details.append(tryForm(operation)))
    operation.querySelector('.about').append(details)
  }

  function tryForm({ id, dataset: { method, path } }) {
    const field = (name, properties) => {
      const control = element(name === 'Body' ? 'textarea' : 'input', { id: `try-${name}-${id}`, ...properties })
      return [element('label', { htmlFor: control.id, textContent: name }), control]
    }
    const [keyLabel, keyInput] = field('API key (use a test key: requests are real)', {
      type: 'password',
      value: key,
      autocomplete: 'off',
    })
    const [pathLabel, pathInput] = field('Path', { value: path })
    const sample = /-d '([\s\S]*)'$/.exec(document.getElementById(id).querySelector('.samples code')?.textContent ?? '')
    const [bodyLabel, bodyInput] = field('Body', { value: sample?.[1] ?? '', rows: 8 })
    const output = element('pre', { tabIndex: 0, hidden: true })
    const button = element('button', { type: 'button', textContent: `Send ${method}` })
    button.addEventListener('click', async () => {
      key = keyInput.value
      button.disabled = true
      output.hidden = false
      output.textContent = await send(method, pathInput.value, bodyInput.value).catch(String)
      button.disabled = false
    })
    const body = sample ? [bodyLabel, bodyInput] : []
    return element('div', {}, keyLabel, keyInput, pathLabel, pathInput, ...body, button, output)
  }

  async function send(method, path, body) {
    const headers = { authorization: `Bearer ${key}` }
    const hasBody = method !== 'GET' && body !== ''
    if (hasBody) headers['content-type'] = 'application/json'
    if (method === 'POST') headers['idempotency-key'] = crypto.randomUUID()
    // Only requests to this API: a path can't name another host.
    const url = new URL(path, location.origin)
    if (url.origin !== location.origin || !url.pathname.startsWith('/v1/')) return 'The path must start with /v1/.'
    const response = await fetch(url, { method, headers, credentials: 'omit', ...(hasBody && { body }) })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return `${response.status}\n${isJson ? JSON.stringify(JSON.parse(text), null, 2) : text}`
  }
}
