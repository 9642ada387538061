/** The least that can take a message and pass it on: ws, pg, one statement, and everybody who is connected. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from 'node:process'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

const { connection } = JSON.parse(env.BARE_SETUP ?? '') as { connection: pg.PoolConfig }
const pool = new pg.Pool({ ...connection, max: 10 })
const rooms = new Map<string, Set<WebSocket>>()

const INSERT = {
  name: 'insert',
  text: `
    with counted as (
      update chats set last_number = last_number + 1, last_message_at = clock_timestamp()
      where id = $2 returning last_number
    )
    insert into chat_messages (id, chat_id, number, user_id, client_id, body)
    select $1, $2, last_number, $3, $4, $5 from counted
    returning id, chat_id, number, user_id, client_id, body, created_at
  `,
}

const server = createServer()
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket) => {
  let userId = ''
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Record<string, string> & { chats?: string[] }
    if (frame.type === 'auth') {
      userId = frame.user_id!
      for (const id of frame.chats ?? []) {
        const room = rooms.get(id) ?? new Set()
        rooms.set(id, room.add(socket))
      }
      socket.send('{"type":"ready"}')
      return
    }
    void store(socket, userId, frame)
  })
  socket.on('close', () => {
    for (const room of rooms.values()) room.delete(socket)
  })
})

async function store(socket: WebSocket, userId: string, frame: Record<string, string>) {
  const values = [randomUUID(), frame.chat_id, userId, frame.client_id, frame.body]
  const { rows } = await pool.query<Record<string, unknown>>({ ...INSERT, values })
  const text = JSON.stringify({ type: 'message', message: rows[0] })
  for (const member of rooms.get(frame.chat_id!) ?? []) member.send(text)
  socket.send(JSON.stringify({ type: 'ack', client_id: frame.client_id, message: rows[0] }))
}

server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
