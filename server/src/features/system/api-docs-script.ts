/**
 * Lets each call of the page be tried with an API key. Plain JavaScript, named by its hash like the style; without
 * it the page is as complete. The key stays in its field: nothing stores it.
 */
export const script = `
'use strict'
const make = (tag, attributes = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes)
  element.append(...children)
  return element
}
let count = 0
const field = (name, control, hint) => {
  control.id = 'try-' + ++count
  control.autocomplete = 'off'
  control.spellcheck = false
  const label = make('label', { htmlFor: control.id }, make('code', {}, name), hint ? ' ' + hint : '')
  return make('p', { className: 'try-field' }, label, control)
}

const key = make('input', { type: 'password', placeholder: 'fd_live_…' })
document.getElementById('api-keys').append(
  field('Key', key, 'for the calls that you try on this page; it is kept nowhere'),
)

let described
const describe = () => (described ??= fetch('/api/v1/openapi.json').then((answer) => answer.json()))

/** A body to begin with: what is required, empty. */
const skeletonOf = (schema, all) => {
  const whole = schema.$ref ? all[schema.$ref.split('/').at(-1)] : schema
  const empty = { string: '', number: 0, integer: 0, boolean: false, array: [], object: {} }
  const entries = (whole.required ?? []).map((name) => {
    const { type, enum: choices } = whole.properties[name]
    return [name, choices?.[0] ?? empty[type] ?? null]
  })
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}

async function csrfToken() {
  const answer = await fetch('/api/v1/csrf-token')
  return (await answer.json()).csrf_token
}

async function show(answer, output) {
  const type = answer.headers.get('content-type') ?? ''
  const isText = /json|text|csv|xml/.test(type)
  let text = isText ? await answer.text() : (await answer.blob()).size + ' bytes of ' + (type || 'nothing')
  if (type.includes('json')) text = JSON.stringify(JSON.parse(text), null, 2)
  const most = 20000
  output.textContent = answer.status + '\\n' + (text.length > most ? text.slice(0, most) + '\\n…' : text)
}

async function open(article, button) {
  const document_ = await describe()
  const all = document_.components.schemas
  const [path, method, operation] = Object.entries(document_.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => [path, method, one]))
    .find(([, , { operationId }]) => operationId === article.id)
  const inputs = (operation.parameters ?? [])
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map((one) => ({ ...one, input: make('input', { required: one.required }) }))
  const json = operation.requestBody?.content['application/json']
  const body = json && make('textarea', { rows: 6, value: skeletonOf(json.schema, all) })
  const output = make('pre', { tabIndex: 0, hidden: true })
  output.setAttribute('aria-live', 'polite')
  output.setAttribute('aria-label', 'Answer')
  const send = make('button', {}, 'Send')
  const form = make('form', { className: 'try' },
    ...inputs.map(({ name, input, required }) => field(name, input, required ? '' : '(optional)')),
    ...(body ? [field('Body', body, '')] : []),
    ...(method === 'get' ? [] : [make('p', { className: 'note-line' }, 'This is no rehearsal: what it changes is changed.')]),
    send,
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    send.disabled = true
    output.hidden = false
    output.textContent = '…'
    try {
      let address = '/api/v1' + path
      const query = new URLSearchParams()
      for (const { in: place, name, input } of inputs) {
        if (place === 'path') address = address.replace('{' + name + '}', encodeURIComponent(input.value))
        else if (input.value !== '') query.set(name, input.value)
      }
      const headers = {}
      if (key.value.trim() !== '') headers.Authorization = 'Bearer ' + key.value.trim()
      if (body) headers['Content-Type'] = 'application/json'
      if (method !== 'get') headers['X-CSRF-Token'] = await csrfToken()
      const answer = await fetch(address + (query.size > 0 ? '?' + query : ''), {
        method: method.toUpperCase(), headers, body: body?.value,
      })
      await show(answer, output)
    } catch (error) {
      output.textContent = 'The server could not be reached: ' + error.message
    }
    send.disabled = false
  })
  button.replaceWith(form)
  article.append(output)
  ;(form.querySelector('input, textarea') ?? send).focus()
}

for (const article of document.querySelectorAll('article[data-try]')) {
  const button = make('button', { type: 'button', className: 'try-open' }, 'Try it')
  button.setAttribute('aria-label', 'Try ' + article.querySelector('h3').textContent.trim())
  button.addEventListener('click', () => void open(article, button))
  article.append(button)
}
`
