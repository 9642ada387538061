/** What can be brought in. */
export const ACCEPTED = '.docx,.docm,.pdf,.md,.markdown,.html,.htm'

const READABLE = /\.(docx|docm|doc|pdf|md|markdown|html?)$/i
/** A folder of more was not meant. */
const MOST_FILES = 100

/** The files that may be read among those that came, and the names of the others. */
export function sortOut(files: Iterable<File>): { readable: File[]; others: string[] } {
  const all = Array.from(files)
  // What systems put into every folder is nobody's handbook.
  const visible = all.filter(({ name }) => !/^(\.|~\$|thumbs\.db$|desktop\.ini$)/i.test(name))
  const readable = visible.filter(({ name }) => READABLE.test(name))
  return {
    readable: readable.slice(0, MOST_FILES),
    others: [
      ...visible.filter(({ name }) => !READABLE.test(name)),
      ...readable.slice(MOST_FILES),
    ].map(({ name }) => name),
  }
}

/** All files that were dropped, and those in the folders among them. */
export async function filesOf(data: DataTransfer): Promise<File[]> {
  // Both lists are empty once the event is over.
  const plain = Array.from(data.files)
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry())
  if (!entries.some((entry) => entry?.isDirectory)) return plain
  const found: File[] = []
  for (const entry of entries) if (entry) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (isFile(entry)) {
    found.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)))
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  let some: FileSystemEntry[]
  do {
    // oxlint-disable-next-line no-await-in-loop -- a folder is told a hundred at a time
    some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
    // oxlint-disable-next-line no-await-in-loop -- in the order of the folder
    for (const inner of some) await collect(inner, found)
  } while (some.length > 0 && found.length <= 10 * MOST_FILES)
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
