import { createHash } from 'node:crypto'
import type { JsonSchema } from '../../http/json-schema.ts'
import { guide } from './api-docs-guide.ts'
import { script } from './api-docs-script.ts'
import { type Field, fieldList, shapeOf, typeOf } from './api-docs-schema.ts'
import { style } from './api-docs-style.ts'
import { html, Markup, sentence } from './html.ts'
import type { OpenApiDocument, Operation, Parameter } from './openapi.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page's one style and one script are named by their hashes; nothing else may load, run or frame it. */
export const docsContentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** As it was hashed: not a sign more. */
const styleElement = new Markup(`<style>${style}</style>`)
const scriptElement = new Markup(`<script>${script}</script>`)

const logo = html`<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="7" fill="#1b5a45" />
  <path
    fill="#fffdf8"
    fill-rule="evenodd"
    d="M14.6 5h2.8a1.375 1.375 0 0 1 0 2.75H17v2.8a10.75 10.75 0 0 1 9.75 10.7H5.25A10.75 10.75 0 0 1 15 10.55v-2.8h-.4a1.375 1.375 0 0 1 0-2.75zM16 13.6a2.35 2.35 0 0 0-1.15 4.4l-.75 3.25h3.8L17.15 18A2.35 2.35 0 0 0 16 13.6zM5.6 23h20.8a1.625 1.625 0 0 1 0 3.25H5.6a1.625 1.625 0 0 1 0-3.25z"
  />
</svg>`

interface Call {
  id: string
  method: string
  path: string
  operation: Operation
}

/** The document as one page to read. @param origin such as `https://desk.example.com` */
export function renderApiDocs(document: OpenApiDocument, origin: string): string {
  const calls = callsOf(document)
  const groups = document.tags.map((tag) => ({
    ...tag,
    title: tag.name[0]!.toUpperCase() + tag.name.slice(1),
    calls: calls.filter((call) => call.operation.tags.includes(tag.name)),
  }))
  const sections = guide(origin)
  const { title, version } = document.info
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} API</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav aria-label="Contents">${contents(sections, groups)}</nav>
        <main id="content">
          <header>
            <h1>${title} API</h1>
            <p class="lead">
              What the web app uses, your own scripts may use too. This page is made from the
              running program, version ${version}. The same for machines:
              <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.
            </p>
          </header>
          ${sections.map(
            ({ id, title: heading, text }) =>
              html`<section id="${id}">
                <h2>${heading}</h2>
                ${text}
              </section>`,
          )}
          ${groups.map(
            (group) =>
              html`<section id="feature-${group.name}">
                <h2>${group.title}</h2>
                <p>${group.description}</p>
                ${group.calls.map((call) => article(call, document))}
              </section>`,
          )}
          <section id="schemas">
            <h2>Schemas</h2>
            <p>Shapes that several calls share.</p>
            ${Object.entries(document.components.schemas).map(
              ([name, schema]) =>
                html`<article id="schema-${name}">
                  <h3>${name}</h3>
                  ${shapeOf(schema, 'optional')}
                </article>`,
            )}
          </section>
        </main>
        ${scriptElement}
      </body>
    </html> `.text
}

function callsOf({ paths }: OpenApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

interface Heading {
  id: string
  title: string
}

function contents(
  sections: Heading[],
  groups: { name: string; title: string; calls: Call[] }[],
): Markup {
  return html`<p class="home"><a href="/">${logo}Front Desk</a></p>
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
    <ul class="groups">
      ${groups.map(
        ({ name, title, calls }) =>
          html`<li>
            <a href="#feature-${name}">${title}</a>
            <ul>
              ${calls.map((call) => html`<li><a href="#${call.id}">${verb(call.method)} ${breakable(call.path)}</a></li>`)}
            </ul>
          </li>`,
      )}
      <li><a href="#schemas">Schemas</a></li>
    </ul>`
}

const verb = (method: string) => html`<span class="verb ${method.toLowerCase()}">${method}</span>`

/** A long path breaks before its slashes. */
const breakable = (path: string) =>
  html`${path.split(/(?=\/)/).map((part, at) => (at === 0 ? part : html`<wbr />${part}`))}`

function article({ id, method, path, operation }: Call, document: OpenApiDocument): Markup {
  const { summary, requestBody } = operation
  const paragraphs = operation.description.split('\n\n')
  const access = paragraphs.pop()!
  const body = requestBody?.content['application/json']?.schema
  // Files are sent by scripts; what no key can do is not tried with one.
  const isTried = operation['x-api-key'] !== 'never' && (body || !requestBody)
  return html`<article id="${id}" ${isTried && html` data-try`}>
    <h3>
      <a href="#${id}">${verb(method)} <code>${breakable(path)}</code></a>
    </h3>
    <p class="summary">${sentence(summary)}</p>
    ${paragraphs.map((paragraph) => html`<p>${sentence(paragraph)}</p>`)}
    <p class="access">${sentence(access)}</p>
    ${parameterLists(operation, document)}
    ${
      body &&
      html`<h4>Body${!requestBody?.required && html` <span class="mark">optional</span>`}</h4>
        ${shapeOf(body, 'required')}`
    }
    ${answers(operation, document)}
  </article>`
}

const PLACES = { path: 'In the path', query: 'In the query', header: 'In the headers' }

function parameterLists({ parameters = [] }: Operation, { components }: OpenApiDocument): Markup {
  const shared: Record<string, Parameter> = components.parameters
  const resolved = parameters
    .map((one) => ('$ref' in one ? shared[one.$ref.split('/').at(-1)!]! : one))
    // Scripts need none, and browsers the same for every call: the guide says it once.
    .filter((one) => one !== components.parameters.CsrfToken)
  return html`${Object.entries(PLACES).map(([place, title]) =>
    values(
      title,
      resolved.filter((one) => one.in === place),
    ),
  )}`
}

function values(title: string, fields: Field[]): Markup | false {
  return (
    fields.length > 0 &&
    html`<h4>${title}</h4>
      ${fieldList(fields, 'required')}`
  )
}

/** What comes back: the shape of success, its headers, and the refusals in one line. */
function answers({ responses }: Operation, { components }: OpenApiDocument): Markup {
  const entries = Object.entries(responses)
  const refusals = entries.filter(([, response]) => '$ref' in response).map(([status]) => status)
  return html`${entries.map(([status, response]) => {
    if ('$ref' in response) return html``
    const [type, media] = Object.entries(response.content ?? {})[0] ?? []
    const names = Object.keys(response.headers ?? {})
    const headers = names.map((name) => ({
      name,
      required: false,
      ...components.headers[name.replaceAll('-', '')]!,
    }))
    return html`<h4>
        Answer <code>${status}</code>${!isJson(type) && html` <code>${type}</code>`}
      </h4>
      ${media ? answer(media.schema) : html`<p>Nothing; it is done.</p>`}
      ${
        headers.length > 0 &&
        html`<h4>With the headers</h4>
          ${fieldList(headers, 'required')}`
      }`
  })}
  ${refusals.length > 0 && html`<p class="refusals">Or an <a href="#errors">error</a>: ${refusals.map((status) => html`<code>${status}</code> `)}</p>`}`
}

const isJson = (type: string | undefined) => type === undefined || type === 'application/json'

const answer = (schema: JsonSchema) =>
  'properties' in schema ? shapeOf(schema, 'optional') : html`<p>${typeOf(schema)}</p>`
