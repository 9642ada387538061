/** What a browser shows, and so can be kept; a Word file says it of each picture. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp'])
const MOST_PICTURES = 60
/** Of one, as for an upload; and of all together. */
const MOST_BYTES = 10 * 1024 * 1024
const MOST_BYTES_IN_ALL = 60 * 1024 * 1024

/** Hands a picture on that a file carries, under its number. */
export type OnPicture = (picture: { number: number; content: Uint8Array }) => void

/** What a text says in the place of a picture until it is kept: `![words](carried:1)`. */
const carriedAs = (number: number) => `carried:${number}`
export const CARRIED = /!\[((?:\\.|[^[\]\\]){0,500})\]\(carried:(\d+)\)/g

/** A picture in the text of a file itself, as Google Docs and pages that were saved whole have them: its kind and its bytes. */
export const WRITTEN = String.raw`data:(image/[a-z.+-]{1,20});base64,([a-z\d+/=]*)`

interface FilesPicture {
  contentType: string
  readAsBuffer(): Promise<Buffer>
}

/** Takes pictures out of a file, as many and as large as may be, and counts what is left out. */
export class CarriedPictures {
  readonly #hand: OnPicture | undefined
  #count = 0
  #bytes = 0
  readonly #leftOut = { elsewhere: 0, drawings: 0, large: 0, many: 0 }

  constructor(hand: OnPicture | undefined) {
    this.#hand = hand
  }

  /** What stands for it in the text; null where it is left out. */
  async take(picture: FilesPicture): Promise<string | null> {
    if (!this.#hasRoomFor(picture.contentType)) return null
    // It may be on the web or on a disk, and is read from neither; or not where the file says.
    const content = await picture.readAsBuffer().catch(() => null)
    return content ? this.#handOn(content) : this.leaveOut()
  }

  /** The same of one that is `WRITTEN`. */
  takeWritten(contentType: string, base64: string): string | null {
    return this.#hasRoomFor(contentType) ? this.#handOn(Buffer.from(base64, 'base64')) : null
  }

  /** Counts one that is not in the file. */
  leaveOut(): null {
    this.#leftOut.elsewhere += 1
    return null
  }

  /** Whether an address stands for one that was taken: a file may have written it as well. */
  has(address: string): boolean {
    const [, number] = /^carried:(\d+)$/.exec(address) ?? []
    return number !== undefined && Number(number) >= 1 && Number(number) <= this.#count
  }

  #hasRoomFor(contentType: string): boolean {
    const isShown = this.#hand !== undefined && SHOWN.has(contentType.toLowerCase())
    const isRoom = this.#count < MOST_PICTURES && this.#bytes < MOST_BYTES_IN_ALL
    if (!isShown) this.#leftOut.drawings += 1
    else if (!isRoom) this.#leftOut.many += 1
    return isShown && isRoom
  }

  #handOn(content: Buffer): string | null {
    if (content.length > MOST_BYTES) {
      this.#leftOut.large += 1
      return null
    }
    this.#count += 1
    this.#bytes += content.length
    this.#hand?.({ number: this.#count, content })
    return carriedAs(this.#count)
  }

  /** A sentence on each kind of what was left out. */
  notes(): string[] {
    const { elsewhere, drawings, large, many } = this.#leftOut
    return [
      elsewhere > 0 && 'Pictures were left out, and none was fetched from elsewhere.',
      drawings > 0 &&
        `${picturesOf(drawings)} left out: only PNG, JPEG, GIF and WebP can be shown everywhere.`,
      large > 0 && `${picturesOf(large)} left out: they are larger than 10 MB.`,
      many > 0 &&
        `${picturesOf(many)} left out: at most ${MOST_PICTURES} come in with a file, of 60 MB together.`,
    ].filter((note) => note !== false)
  }
}

const picturesOf = (count: number) => (count === 1 ? 'One picture was' : `${count} pictures were`)
