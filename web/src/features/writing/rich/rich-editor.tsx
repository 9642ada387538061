import type { Fragment, Node } from '@milkdown/kit/prose/model'
import {
  AllSelection,
  EditorState,
  TextSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'
import { EditorView, type EditorProps } from '@milkdown/kit/prose/view'
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react'
import type { Places } from '#web/features/writing/picture-uploads.tsx'
import { pictureNode, type Standing, standingOf } from './commands.ts'
import {
  heldPlaces,
  hold,
  pictureView,
  placesIn,
  placesInMarkdown,
  putPicture,
  release,
} from './pictures.ts'
import { openText, type Opened } from './kept-blocks.ts'
import { pluginsFor, type Asked } from './keys.ts'
import type { Language } from './language.ts'
import { LinkDialog, PictureDialog, Toolbar } from './toolbar.tsx'
import { takeIn, withMarkdown, type Pasting } from './paste.ts'
import './rich-editor.css'

/** What the form does with the editor. */
export type RichHandle = {
  focus: () => void
  /** Puts a picture where the cursor is. */
  insertPicture: (source: string, words: string) => void
  /** Notes where a picture is to stand once it is there: at a place of the document, or where the cursor is. */
  hold: (id: number, at?: number) => void
  put: (id: number, source: string, words: string) => void
  release: (id: number) => void
  /** Where those are to stand in the Markdown that are under way. */
  places: () => Places
}

/** From and to which letter of a text; twice the same for a cursor. */
export type Chosen = { from: number; to: number; isTyping: boolean }

export type RichEditorProps = {
  language: Language
  /** What is edited, as the toolbar is named: `Content`. */
  name: string
  value: string
  onChange: (markdown: string) => void
  onBlur: () => void
  /** The text is one that the editor could not give back: it is for the source view. */
  onUnfit: () => void
  onNotice: Pasting['onNotice']
  onPictures: Pasting['onPictures']
  /** Places in the Markdown for pictures that are under way as the editor takes the place of the source. */
  held: RefObject<Places>
  /** Where a picture is opened from. */
  addressOf: (source: string) => string
  /** Attributes of the box: its id, label, and what is said of it. */
  attributes: Record<string, string>
  /** Pixels that the box has at least, so that nothing jumps when it takes the place of the source. */
  height: number
  /** What was chosen in the source; null where it did not have the focus. */
  chosen: Chosen | null
  handle: Ref<RichHandle>
}

/** The text as its readers will see it, to be written in place. */
export function RichEditor(props: RichEditorProps) {
  const { name, height, handle, onPictures } = props
  const bar = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  const [described, setDescribed] = useState<number | null>(null)
  const { mount, view, opened, standing } = useEditorView(props, {
    onLink: () => setAsking(true),
    onDescribe: setDescribed,
    onToolbar: () => bar.current?.querySelector('select')?.focus(),
  })
  const dispatch = (change: (state: EditorState) => Transaction) => {
    const now = view.current
    if (now) now.dispatch(change(now.state))
  }
  useImperativeHandle(handle, () => ({
    focus: () => view.current?.focus(),
    insertPicture: (source, words) => {
      const now = view.current
      if (!now) return
      now.dispatch(
        now.state.tr.replaceSelectionWith(pictureNode(now.state.schema, source, words), false),
      )
      now.focus()
    },
    hold: (id, at) => dispatch(({ tr, selection }) => hold(tr, id, at ?? selection.to)),
    put: (id, source, words) => dispatch((state) => putPicture(state, id, source, words)),
    release: (id) => dispatch(({ tr }) => release(tr, id)),
    places: () => {
      const state = view.current?.state
      const text = opened.current
      if (!state || !text || placesIn(state).size === 0) return new Map()
      return placesInMarkdown(state, text.writeBack)
    },
  }))
  return (
    <>
      <Toolbar
        bar={bar}
        name={name}
        standing={standing}
        run={(command) => {
          const now = view.current
          if (!now) return
          command(now.state, now.dispatch, now)
          now.focus()
        }}
        onLink={() => setAsking(true)}
        onDescribe={setDescribed}
        onEscape={() => view.current?.focus()}
        onPictures={onPictures}
      />
      <div ref={mount} className="writing-box" style={{ minHeight: height }} />
      {isAsking && view.current && (
        <LinkDialog view={view.current} onClose={() => setAsking(false)} />
      )}
      {described !== null && view.current && (
        <PictureDialog view={view.current} at={described} onClose={() => setDescribed(null)} />
      )}
    </>
  )
}

function useEditorView(props: RichEditorProps, asked: Asked) {
  const { language, value, attributes } = props
  const latest = useRef(props)
  const mount = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const opened = useRef<Opened>(null)
  /** What this box said last: any other value came from elsewhere. */
  const said = useRef(value)
  /** What the form has yet to give back: a fast hand is ahead of it, and must not be thrown back. */
  const echoes = useRef<string[]>([])
  const [standing, setStanding] = useState<Standing | null>(null)

  useLayoutEffect(() => {
    latest.current = props
  })
  const say = (markdown: string) => {
    if (markdown === said.current) return
    said.current = markdown
    echoes.current.push(markdown)
    latest.current.onChange(markdown)
  }
  const stateOf = (text: Opened) =>
    EditorState.create({
      doc: text.doc,
      plugins: [
        ...pluginsFor(language.schema, asked),
        heldPlaces((doc) => placesOf(doc, language, latest.current)),
      ],
    })

  useLayoutEffect(() => {
    const text = openText(language, latest.current.value)
    if (!text || !mount.current) return latest.current.onUnfit()
    opened.current = text
    const made = new EditorView(mount.current, {
      state: stateOf(text),
      attributes: () => latest.current.attributes,
      nodeViews: {
        image: pictureView({
          addressOf: (source) => latest.current.addressOf(source),
          onDescribe: asked.onDescribe,
        }),
      },
      dispatchTransaction: (tr) => {
        made.updateState(made.state.apply(tr))
        setStanding(standingOf(made.state))
        if (tr.docChanged && opened.current) say(opened.current.writeBack(made.state.doc))
      },
      clipboardTextSerializer: ({ content }) => markdownOf(content, language),
      handleDOMEvents: eventsOf(
        () => latest.current,
        (doc) => opened.current && say(opened.current.settle(doc)),
      ),
    })
    view.current = made
    setStanding(standingOf(made.state))
    takeOver(made, mount.current, latest.current)
    return () => {
      made.destroy()
      view.current = null
    }
    // oxlint-disable-next-line react/exhaustive-deps -- one view for as long as the box is there; it reads the latest
  }, [language])

  // The form was filled anew: restored, discarded, or with somebody else's text.
  useLayoutEffect(() => {
    const made = view.current
    const echo = echoes.current.indexOf(value)
    echoes.current.splice(0, echo + 1)
    if (!made || echo >= 0 || value === said.current) return
    echoes.current = []
    said.current = value
    const text = openText(language, value)
    if (!text) return latest.current.onUnfit()
    opened.current = text
    made.updateState(stateOf(text))
    setStanding(standingOf(made.state))
    // oxlint-disable-next-line react/exhaustive-deps -- only another value is a reason
  }, [value])

  const shown = JSON.stringify(attributes)
  useEffect(() => {
    // The attributes are asked for with each update.
    view.current?.updateState(view.current.state)
  }, [shown])

  return { mount, view, opened, standing }
}

const placesOf = (doc: Node, language: Language, { held, value }: RichEditorProps): Places =>
  new Map(
    [...held.current].map(([id, place]) => [id, placeOf(doc, language, value.slice(0, place))]),
  )

/** What is copied, for places that take plain words. */
function markdownOf(content: Fragment, { schema, write }: Language): string {
  try {
    return write(schema.topNodeType.create(null, content)).trimEnd()
  } catch {
    return content.textBetween(0, content.size, '\n\n')
  }
}

/** Those that take the focus over from the source: what is on screen stays where it is. */
const isTakingOver = new WeakSet<EditorView>()

/** Goes on where the source was left. */
function takeOver(
  view: EditorView,
  box: HTMLElement,
  { chosen, language, value }: RichEditorProps,
) {
  if (chosen === null) return
  // Not said to the form: nothing was written by it.
  view.updateState(view.state.apply(choose(view.state.tr, language, value, chosen)))
  isTakingOver.add(view)
  view.focus()
  isTakingOver.delete(view)
  if (chosen.from === chosen.to) showCaret(view, box)
}

/** Scrolls the box, and nothing around it, to where the cursor is. */
function showCaret(view: EditorView, box: HTMLElement): void {
  const { bottom } = view.coordsAtPos(view.state.selection.head)
  const hidden = bottom - box.getBoundingClientRect().bottom
  if (hidden > 0) box.scrollTop += hidden + 16
}

function eventsOf(
  latest: () => RichEditorProps,
  settle: (doc: Node) => void,
): EditorProps['handleDOMEvents'] {
  return {
    // Before the editor's own: it would read the clipboard into a page of ours.
    paste: (view, event) => {
      event.preventDefault()
      takeIn(view, event.clipboardData, pastingOf(latest()))
      return true
    },
    drop: (view, event) => {
      if (view.dragging) return false
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (place) {
        const $place = view.state.doc.resolve(place.pos)
        view.dispatch(view.state.tr.setSelection(TextSelection.near($place)))
      }
      event.preventDefault()
      takeIn(view, event.dataTransfer, pastingOf(latest()))
      view.focus()
      return true
    },
    beforeinput: (view, event) => takeWords(view, event, latest().language),
    focus: (view) => {
      // Browsers show where the cursor is, which may be beneath what stays in place at the window's foot.
      if (!isTakingOver.has(view)) view.dom.scrollIntoView({ block: 'nearest' })
      return false
    },
    blur: (view) => {
      settle(view.state.doc)
      latest().onBlur()
      return false
    },
    keydown: (_, event) => {
      // The page has a meaning of its own for it.
      const isLink = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (isLink) event.stopPropagation()
      return false
    },
  }
}

const pastingOf = ({ language, onPictures, onNotice }: RichEditorProps): Pasting => ({
  language,
  onPictures,
  onNotice,
})

/** Words that come all at once (dictated, put in by a program) are read as pasted ones are. */
function takeWords(view: EditorView, event: InputEvent, language: Language): boolean {
  const { inputType, data, isComposing } = event
  if (inputType !== 'insertText' || isComposing || !data || [...data].length < 2) return false
  chooseTargets(view, event)
  if (view.state.selection.$from.parent.type.spec.code) return false
  event.preventDefault()
  view.dispatch(withMarkdown(view, data, language).scrollIntoView())
  return true
}

/** The browser tells of what is newly chosen a moment later than it replaces it. */
function chooseTargets(view: EditorView, event: InputEvent): void {
  const [range] = event.getTargetRanges()
  if (!range || !view.dom.contains(range.startContainer)) return
  const from = view.posAtDOM(range.startContainer, range.startOffset)
  const to = view.posAtDOM(range.endContainer, range.endOffset)
  const { tr, selection } = view.state
  if (from === selection.from && to === selection.to) return
  const { doc } = tr
  const isAll = from <= 1 && to >= doc.content.size - 1
  const chosen = isAll
    ? new AllSelection(doc)
    : TextSelection.between(doc.resolve(from), doc.resolve(to))
  view.dispatch(tr.setSelection(chosen))
}

/** Chooses about what was chosen in the source: all of it, or what stands behind as many letters. */
function choose(
  tr: Transaction,
  language: Language,
  source: string,
  { from, to, isTyping }: Chosen,
): Transaction {
  const { doc } = tr
  if (from === 0 && to > 0 && to >= source.length) return tr.setSelection(new AllSelection(doc))
  const [start, end] = [from, to].map((place) => placeOf(doc, language, source.slice(0, place)))
  tr.setSelection(TextSelection.between(doc.resolve(start!), doc.resolve(end!), -1))
  return isTyping && from === to ? goOn(tr, language, source, from) : tr
}

/** What a text says ends where it does; what was typed behind that, a space or a new line, is gone on from. */
function goOn(tr: Transaction, { schema }: Language, source: string, caret: number): Transaction {
  const { $head } = tr.selection
  const isLineEnd = /^[ \t]*(?:\n|$)/.test(source.slice(caret))
  const before = source.slice(0, caret)
  if (!isLineEnd || $head.parent.type.spec.code) return tr
  if (/\n[ \t]*$/.test(before) && $head.depth > 0) {
    const after = $head.after(1)
    tr.insert(after, schema.nodes.paragraph!.create())
    return tr.setSelection(TextSelection.create(tr.doc, after + 1))
  }
  return /[ \t]$/.test(before) ? tr.insertText(' ') : tr
}

function placeOf(doc: Node, language: Language, before: string): number {
  if (before.trim() === '') return 0
  try {
    return Math.min(doc.content.size, TextSelection.atEnd(language.parse(before)).head)
  } catch {
    return doc.content.size
  }
}
