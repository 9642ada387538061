#!/usr/bin/env node
/**
 * A witness for checkpoints of Front Desk, for somebody outside of the brokerage, such as its accountant. One file, no
 * packages: it keeps its key and what it last signed in a folder, and signs only histories that grow.
 *
 *   node witness.mjs --folder ./witness --desk <verifier key of the desk> [--port 8390] [--host 127.0.0.1]
 *
 * It speaks c2sp.org/tlog-witness. docs/witness.md says how it is set up.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

const MOST_BYTES = 128 * 1024
const MOST_PROOF_LINES = 63
const NOTE = 0x01
const COSIGNATURE = 0x04
/** What DER puts before the 32 bytes of an Ed25519 public key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * @typedef {{ keys: string[], size: number, root: string | null, note: string | null }} Known what was signed last
 * @typedef {{ name: string, privateKey: import('node:crypto').KeyObject, publicKey: Buffer,
 *   state: Record<string, Known>, keep: () => void }} Witness
 * @typedef {{ name: string, bytes: Buffer }} Signature
 * @typedef {{ old: number, proof: Buffer[], note: string, text: string, origin: string, size: number,
 *   root: Buffer, signatures: Signature[] }} Asked
 */

/** What is answered instead of a signature. */
class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   */
  constructor(status, sentence, type = 'text/plain; charset=utf-8') {
    super(sentence)
    this.status = status
    this.type = type
  }
}

/** @param {(string | Buffer)[]} parts */
const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
/**
 * @param {Buffer} left
 * @param {Buffer} right
 */
const nodeOf = (left, right) => sha256(Buffer.of(1), left, right)
/**
 * @param {string} name
 * @param {number} type
 * @param {Buffer} key
 */
const keyIdOf = (name, type, key) => sha256(`${name}\n`, Buffer.of(type), key).subarray(0, 4)
/**
 * @param {string} name
 * @param {number} type
 * @param {Buffer} key
 */
const vkeyOf = (name, type, key) =>
  `${name}+${keyIdOf(name, type, key).toString('hex')}+${Buffer.concat([Buffer.of(type), key]).toString('base64')}`

/** @param {string} text */
function readDesk(text) {
  const [name = '', id = '', ...rest] = text.trim().split('+')
  const bytes = Buffer.from(rest.join('+'), 'base64')
  const key = bytes.subarray(1)
  const isWhole = bytes[0] === NOTE && key.length === 32
  if (!isWhole || keyIdOf(name, NOTE, key).toString('hex') !== id) {
    throw new Error(`This is no verifier key of a desk: ${text}`)
  }
  return { name, key }
}

/**
 * Written aside, safe on the disk, and then given its name: it is whole or as it was.
 * @param {string} file
 * @param {string} content
 */
function keepFile(file, content) {
  const handle = openSync(`${file}.part`, 'w', 0o600)
  try {
    writeSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${file}.part`, file)
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {string[]} desks
 * @returns {Witness}
 */
function openFolder(folder, name, desks) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keyFile = join(folder, 'witness-key.pem')
  if (!existsSync(keyFile)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    keepFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  }
  const privateKey = createPrivateKey(readFileSync(keyFile))
  const publicKey = createPublicKey(privateKey)
    .export({ type: 'spki', format: 'der' })
    .subarray(SPKI.length)
  const stateFile = join(folder, 'witness-state.json')
  /** @type {Record<string, Known>} by origin */
  const state = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {}
  for (const vkey of desks) {
    const { name: origin } = readDesk(vkey)
    const known = (state[origin] ??= { keys: [], size: 0, root: null, note: null })
    if (!known.keys.includes(vkey.trim())) known.keys.push(vkey.trim())
  }
  const keep = () => keepFile(stateFile, `${JSON.stringify(state, undefined, 2)}\n`)
  keep()
  return { name, privateKey, publicKey, state, keep }
}

/**
 * @param {string} body
 * @returns {Asked}
 */
function readRequest(body) {
  const bad = new Refusal(400, 'The request can’t be read\n')
  const end = body.indexOf('\n\n')
  if (end === -1) throw bad
  const [first = '', ...proof] = body.slice(0, end).split('\n')
  const old = /^old (0|[1-9]\d{0,14})$/.exec(first)?.[1]
  if (old === undefined || proof.length > MOST_PROOF_LINES) throw bad
  const hashes = proof.map((line) => Buffer.from(line, 'base64'))
  if (hashes.some((hash, at) => hash.length !== 32 || hash.toString('base64') !== proof[at]))
    throw bad
  const note = body.slice(end + 2)
  const middle = note.lastIndexOf('\n\n')
  if (middle === -1 || !note.endsWith('\n')) throw bad
  const text = note.slice(0, middle + 1)
  const [origin = '', size = '', root = ''] = text.split('\n')
  const rootHash = Buffer.from(root, 'base64')
  if (!/^(0|[1-9]\d{0,14})$/.test(size) || rootHash.length !== 32) throw bad
  const signatures = note
    .slice(middle + 2, -1)
    .split('\n')
    .map((line) => {
      const [, name, bytes] = /^— (\S+) (\S+)$/.exec(line) ?? []
      if (name === undefined || bytes === undefined) throw bad
      return { name, bytes: Buffer.from(bytes, 'base64') }
    })
  return {
    old: Number(old),
    proof: hashes,
    note,
    text,
    origin,
    size: Number(size),
    root: rootHash,
    signatures,
  }
}

/**
 * One good signature by a key that is trusted, and no wrong one in such a key's name.
 * @param {Asked} asked
 * @param {string[]} keys
 */
function checkSignatures({ text, signatures }, keys) {
  let good = 0
  for (const vkey of keys) {
    const { name, key } = readDesk(vkey)
    const id = keyIdOf(name, NOTE, key)
    const publicKey = createPublicKey({
      key: Buffer.concat([SPKI, key]),
      format: 'der',
      type: 'spki',
    })
    for (const one of signatures) {
      if (one.name !== name || !one.bytes.subarray(0, 4).equals(id)) continue
      if (!verify(null, Buffer.from(text), publicKey, one.bytes.subarray(4))) good = Number.NaN
      good += 1
    }
  }
  if (!(good > 0)) throw new Refusal(403, 'It is not signed by a key that is trusted here\n')
}

/**
 * RFC 9162, 2.1.4.2: whether the tree of one size and root grew into another.
 * @param {{ from: number, to: number, oldRoot: Buffer, root: Buffer, proof: Buffer[] }} trees
 */
function isConsistent({ from, to, oldRoot, root, proof }) {
  if (from === to) return proof.length === 0 && oldRoot.equals(root)
  if (from === 0) return proof.length === 0
  const isFull = Number.isInteger(Math.log2(from)) && 2 ** Math.round(Math.log2(from)) === from
  const [first, ...others] = isFull ? [oldRoot, ...proof] : proof
  if (!first) return false
  let [fn, sn] = [from - 1, to - 1]
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  let [fr, sr] = [first, first]
  for (const hash of others) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [nodeOf(hash, fr), nodeOf(hash, sr)]
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else sr = nodeOf(sr, hash)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 && fr.equals(oldRoot) && sr.equals(root)
}

/**
 * @param {Witness} witness
 * @param {string} text
 */
function cosign({ name, privateKey, publicKey }, text) {
  const seconds = Math.floor(Date.now() / 1000)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey)
  const bytes = Buffer.concat([keyIdOf(name, COSIGNATURE, publicKey), time, signature])
  return `— ${name} ${bytes.toString('base64')}\n`
}

/**
 * Looks at a checkpoint and signs it. One at a time: nothing here waits for anything.
 * @param {Witness} witness
 * @param {string} body
 */
function addCheckpoint(witness, body) {
  const asked = readRequest(body)
  const known = Object.hasOwn(witness.state, asked.origin) ? witness.state[asked.origin] : undefined
  if (!known) throw new Refusal(404, 'This desk is not known here\n')
  checkSignatures(asked, known.keys)
  if (asked.old > asked.size) throw new Refusal(400, 'The old size is larger than the new one\n')
  if (asked.old !== known.size) throw new Refusal(409, `${known.size}\n`, 'text/x.tlog.size')
  const oldRoot = known.root === null ? sha256() : Buffer.from(known.root, 'base64')
  const { old: from, size: to, root, proof } = asked
  const isEmpty = to > 0 || root.equals(sha256())
  if (!isEmpty || !isConsistent({ from, to, oldRoot, root, proof })) {
    throw new Refusal(422, 'The history is not the one that was signed here before\n')
  }
  const line = cosign(witness, asked.text)
  known.size = to
  known.root = root.toString('base64')
  known.note = `${asked.note}${line}`
  // The key that a trusted one names as the next is trusted, too.
  const next = /^next-key (\S+)$/m.exec(asked.text)?.[1]
  if (next !== undefined && readDesk(next).name === asked.origin && !known.keys.includes(next))
    known.keys.push(next)
  witness.keep()
  return line
}

/**
 * @param {Witness} witness
 * @param {string | undefined} path
 */
function newestNote({ state }, path) {
  const origin = Object.keys(state).find(
    (one) => `/${sha256(one).toString('hex')}/checkpoint` === path,
  )
  const note = origin === undefined ? null : state[origin]?.note
  if (!note) throw new Refusal(404, 'Nothing is signed yet\n')
  return note
}

/** @param {{ folder: string, name: string, desks: string[] }} options */
function createWitness(options) {
  const witness = openFolder(options.folder, options.name, options.desks)
  const server = createServer((request, response) => {
    /**
     * @param {number} status
     * @param {string} type
     * @param {string} text
     */
    const answer = (status, type, text) => {
      response.writeHead(status, { 'Content-Type': type })
      response.end(text)
    }
    /** @param {() => string} work */
    const run = (work) => {
      try {
        answer(200, 'text/plain; charset=utf-8', work())
      } catch (error) {
        if (error instanceof Refusal) answer(error.status, error.type, error.message)
        else answer(500, 'text/plain; charset=utf-8', 'The witness failed\n')
      }
    }
    if (request.method === 'GET') return run(() => newestNote(witness, request.url))
    if (request.method !== 'POST' || request.url !== '/add-checkpoint')
      return run(() => {
        throw new Refusal(404, 'There is nothing here\n')
      })
    /** @type {Buffer[]} */
    const chunks = []
    let size = 0
    request.on('data', (chunk) => {
      size += chunk.length
      if (size > MOST_BYTES) request.destroy()
      else chunks.push(chunk)
    })
    request.on('end', () =>
      run(() => addCheckpoint(witness, Buffer.concat(chunks).toString('utf8'))),
    )
  })
  return { server, vkey: vkeyOf(witness.name, COSIGNATURE, witness.publicKey) }
}

const USAGE =
  'node witness.mjs --folder ./witness --name accountant.example --desk <key of the desk> [--port 8390] [--host 127.0.0.1]'

function main() {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      folder: { type: 'string', default: './witness' },
      name: { type: 'string', default: 'witness.local' },
      desk: { type: 'string', multiple: true, default: [] },
      port: { type: 'string', default: '8390' },
      host: { type: 'string', default: '127.0.0.1' },
    },
  })
  const { help, folder, name, desk: desks, port, host } = values
  if (help) return void process.stdout.write(`${USAGE}\n`)
  if (!/^[^\s+]+$/.test(name)) throw new Error('A name has neither spaces nor plus signs')
  const { server, vkey } = createWitness({ folder, name, desks })
  server.once('error', (error) => {
    process.stderr.write(`It can’t listen on ${host}:${port}: ${error.message}\n`)
    process.exit(1)
  })
  server.listen(Number(port), host, () => {
    const address = server.address()
    const at = typeof address === 'object' ? address?.port : port
    process.stdout.write(`The witness listens on http://${host}:${at}\nWITNESS_KEY=${vkey}\n`)
  })
}

if (process.argv[1] && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  try {
    main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
