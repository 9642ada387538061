import { baseKeymap, chainCommands, exitCode } from '@milkdown/kit/prose/commands'
import { dropCursor } from '@milkdown/kit/prose/dropcursor'
import { gapCursor } from '@milkdown/kit/prose/gapcursor'
import { history, redo, undo } from '@milkdown/kit/prose/history'
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from '@milkdown/kit/prose/inputrules'
import { keydownHandler, keymap } from '@milkdown/kit/prose/keymap'
import type { MarkType, Schema } from '@milkdown/kit/prose/model'
import { liftListItem, sinkListItem, splitListItem } from '@milkdown/kit/prose/schema-list'
import { Plugin, type Command } from '@milkdown/kit/prose/state'
import { tableEditing } from '@milkdown/kit/prose/tables'
import {
  block,
  chosenPicture,
  goOnBelow,
  goToCell,
  goToCellBelow,
  isWithin,
  lineBreak,
  list,
  mark,
  quote,
} from './commands.ts'

/** What keys ask of what is around the text. */
export type Asked = {
  onLink: () => void
  onToolbar: () => void
  /** Of the picture there. */
  onDescribe: (at: number) => void
}

/** Undo, keys, and what becomes of Markdown as one types it. */
export function pluginsFor(schema: Schema, asked: Asked): Plugin[] {
  return [
    rulesFor(schema),
    tabKeys(schema),
    keymap(keysFor(schema, asked)),
    keymap({ ...baseKeymap }),
    history(),
    dropCursor({ color: 'var(--accent)', width: 2 }),
    gapCursor(),
    tableEditing(),
  ]
}

function keysFor(
  schema: Schema,
  { onLink, onToolbar, onDescribe }: Asked,
): Record<string, Command> {
  const item = schema.nodes.list_item!
  const ask =
    (act: () => void): Command =>
    () => {
      act()
      return true
    }
  const describeChosen: Command = (state) => {
    const at = chosenPicture(state)
    if (at !== null) onDescribe(at)
    return at !== null
  }
  return {
    'Mod-b': mark('strong'),
    'Mod-i': mark('emphasis'),
    'Mod-k': ask(onLink),
    'Alt-F10': ask(onToolbar),
    'Mod-e': mark('inlineCode'),
    'Mod-z': chainCommands(undoInputRule, undo),
    'Shift-Mod-z': redo,
    'Mod-y': redo,
    'Mod-Alt-0': block(0),
    'Mod-Alt-1': block(1),
    'Mod-Alt-2': block(2),
    'Mod-Alt-3': block(3),
    'Shift-Mod-7': list('ordered_list'),
    'Shift-Mod-8': list('bullet_list'),
    'Shift-Mod-9': quote,
    Enter: chainCommands(describeChosen, goToCellBelow, splitListItem(item)),
    'Shift-Enter': chainCommands(exitCode, lineBreak),
    'Mod-Enter': chainCommands(exitCode, goOnBelow),
    Backspace: undoInputRule,
  }
}

/** Tab means something in lists and tables; elsewhere, and after Escape, it goes on to the next control as in any field. */
function tabKeys({ nodes }: Schema): Plugin {
  const item = nodes.list_item!
  const within = keydownHandler({
    Tab: chainCommands(goToCell(1), sinkListItem(item)),
    'Shift-Tab': chainCommands(goToCell(-1), liftListItem(item)),
  })
  let isLeaving = false
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        // Half of Shift-Tab.
        if (event.key === 'Shift') return false
        const isHeld = event.key === 'Tab' && !isLeaving
        isLeaving = event.key === 'Escape'
        return isHeld && within(view, event)
      },
      handleDOMEvents: {
        focus: () => {
          isLeaving = false
          return false
        },
      },
    },
  })
}

function rulesFor({ nodes, marks }: Schema): Plugin {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading!, ([, hashes]) => ({
        level: hashes!.length,
      })),
      wrappingInputRule(/^\s*([-+*])\s$/, nodes.bullet_list!),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        nodes.ordered_list!,
        ([, order]) => ({ order: Number(order) }),
        ([, order], before) => before.childCount + Number(before.attrs.order) === Number(order),
      ),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote!),
      textblockTypeInputRule(/^```([a-z]*)\s$/, nodes.code_block!, ([, language]) => ({
        language: language ?? '',
      })),
      ruleLine(),
      markRule(/(?:^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong!, '**'),
      markRule(/(?:^|[^*])\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.emphasis!, '*'),
      markRule(/(?:^|[^`])`([^`]+)`$/, marks.inlineCode!, '`'),
    ],
  })
}

/** Three dashes on a line of their own draw one. */
function ruleLine(): InputRule {
  return new InputRule(/^---$/, (state, _, start) => {
    const { hr, paragraph } = state.schema.nodes
    const $start = state.doc.resolve(start)
    if ($start.depth !== 1 || isWithin($start, 'table')) return null
    return state.tr.replaceWith($start.before(1), $start.after(1), [
      hr!.create(),
      paragraph!.create(),
    ])
  })
}

/** Words between two signs become what the signs mean. */
function markRule(pattern: RegExp, type: MarkType, sign: string): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const words = match[1]!
    const from = start + match[0].length - words.length - 2 * sign.length
    if (state.doc.resolve(from).parent.type.spec.code) return null
    const tr = state.tr
    // What was typed last stands in no document yet.
    tr.delete(from + sign.length + words.length, end)
    tr.delete(from, from + sign.length)
    tr.addMark(from, from + words.length, type.create())
    return tr.removeStoredMark(type)
  })
}
