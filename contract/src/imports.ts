import { z } from 'zod'
import { IMPORT_BOLD_LINES_MAX, IMPORT_PARTS_MAX, IMPORT_STATES } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, line, requiredLine, time } from './fields.ts'

export const ImportState = z.enum(IMPORT_STATES)
export type ImportState = z.infer<typeof ImportState>

/** A file that is brought in to become drafts of policies, in a list. */
export const ListedImport = z.object({
  id,
  file_name: z.string().describe('As it was called where it came from.'),
  file_type: z.enum(['docx', 'pdf', 'md', 'html']).describe('What its bytes are.'),
  file_size: z.int().describe('Bytes.'),
  sha256: z.string().describe('Of the file, in hexadecimal.'),
  state: ImportState.describe(
    '`waiting`: it is being read. `ready`: it can be looked through. `failed`: see `reason`. `kept`: it became drafts.',
  ),
  progress: z.int().describe('Of reading it, in percent.'),
  reason: z.string().nullable().describe('Why it could not be read, in a sentence.'),
  created_by: id,
  created_by_name: z.string(),
  created_at: time,
  kept_at: time.nullable(),
  drafts_count: z.int().describe('How many drafts of it there still are.'),
  policies_count: z.int().describe('How many policies came of it.'),
})
export type ListedImport = z.infer<typeof ListedImport>

/** The same with what was read. */
export const Import = ListedImport.extend({
  markdown: z.string().describe('What was read; empty unless it is `ready`.'),
  plain: z
    .string()
    .describe(
      'The words of the file as it has them, to compare with; empty for a PDF, which is shown.',
    ),
  notes: z
    .array(z.string())
    .describe('What was left out, or taken to be something; a sentence each.'),
  bold_headings: z
    .array(z.int())
    .describe(
      'Where in `markdown` headings begin that were bold lines in a Word file, in UTF-16 code units.',
    ),
})
export type Import = z.infer<typeof Import>

const part = z.object({
  title: requiredLine(200, 'Please give this part a title'),
  category: line(100).nullish(),
  from: z.int().min(0).describe('Where its text begins in `markdown`, in UTF-16 code units.'),
  to: z.int().min(0).describe('Where it ends: the first that is no more of it.'),
})

export const importEndpoints = {
  listImports: endpoint({
    method: 'GET',
    path: '/imports',
    access: 'admin',
    summary:
      'Files that are being brought in, and the 50 that last became drafts, the newest first. With an id: only the one that draft or policy came from.',
    query: z.object({ draft_id: id.optional(), policy_id: id.optional() }),
    response: z.array(ListedImport),
  }),
  createImport: endpoint({
    method: 'POST',
    path: '/imports',
    access: 'admin',
    summary:
      'Brings in a Word, PDF, Markdown or HTML file. It is read at once, apart; 413 over the limit, 422 for another kind of file.',
    upload: { field: 'file', fields: z.object({}) },
    response: ListedImport,
    status: 201,
  }),
  getImport: endpoint({
    method: 'GET',
    path: '/imports/:id',
    access: 'admin',
    summary: 'One file that is brought in, with what was read in it.',
    params: byId,
    response: Import,
  }),
  deleteImport: endpoint({
    method: 'DELETE',
    path: '/imports/:id',
    access: 'admin',
    summary:
      'Takes a file back before it became drafts, and ends reading it; 409 `kept` after that.',
    params: byId,
  }),
  keepImport: endpoint({
    method: 'POST',
    path: '/imports/:id/keep',
    access: 'admin',
    summary:
      'Makes a draft of a policy of each part, all or none; 409 `not_ready` while it is read, or after it became drafts.',
    params: byId,
    body: z.object({
      parts: z
        .array(part)
        .min(1, 'Please choose at least one part')
        .max(IMPORT_PARTS_MAX, `Please keep at most ${IMPORT_PARTS_MAX} parts at a time`),
      bold_lines: z
        .array(z.int().min(0))
        .max(IMPORT_BOLD_LINES_MAX)
        .default([])
        .describe('Of `bold_headings`, those that are no headings: they stay bold lines.'),
    }),
    response: z.object({ draft_ids: z.array(id) }),
    status: 201,
  }),
  getImportFile: endpoint({
    method: 'GET',
    path: '/imports/:id/file',
    access: 'admin',
    summary:
      'The file as it was uploaded. Honours `Range`, `If-Range` and `If-None-Match`. `preview=true`: to be shown, for PDF.',
    params: byId,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    produces: 'application/octet-stream',
  }),
}
