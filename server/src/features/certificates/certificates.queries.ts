import { createHash, randomInt } from 'node:crypto'
import type { Certificate } from '@frontdesk/contract/certificates'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

/** Crockford's: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 bits: nobody finds one by trying. */
const CODE_LENGTH = 16

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A code as somebody typed it from paper: any case, with dashes or spaces, O for 0, I or L for 1. */
export const codeFrom = (typed: string) =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

export interface Completion {
  userId: string
  testId: string
  /** Null where there was nothing to answer. */
  attemptId: string | null
  personName: string
  title: string
  score: number | null
  completedAt: string
}

const insertCompletion = prepared(`
  insert into certificates (id, code, user_id, test_id, attempt_id, person_name, title, score,
    completed_at, facts_sha256)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
`)

/** Records that somebody completed something. Returns the certificate's code. */
export async function insertCertificate(db: Db, completion: Completion): Promise<string> {
  const code = newCode()
  await insertCompletion(db, [
    uuidv7(),
    code,
    completion.userId,
    completion.testId,
    completion.attemptId,
    completion.personName,
    completion.title,
    completion.score,
    completion.completedAt,
    factsHash(code, completion),
  ])
  return code
}

/** Over the facts as JSON, in this order: whoever holds them can compute it again. */
function factsHash(code: string, completion: Completion): Buffer {
  const { userId, testId, attemptId, personName, title, score, completedAt } = completion
  const facts = [code, userId, testId, attemptId, personName, title, score, completedAt]
  return createHash('sha256').update(JSON.stringify(facts)).digest()
}

function certificates(db: Db) {
  return db
    .selectFrom('certificates')
    .innerJoin('tests', 'tests.id', 'certificates.test_id')
    .select([
      'certificates.id',
      'certificates.code',
      'certificates.user_id',
      'certificates.test_id',
      'tests.training_id',
      'certificates.person_name',
      'certificates.title',
      sql<number | null>`certificates.score::float8`.as('score'),
      'certificates.completed_at',
    ])
}

/** Newest first. */
export async function listCertificatesOf(db: Db, userId: string): Promise<Certificate[]> {
  return certificates(db)
    .where('certificates.user_id', '=', userId)
    .orderBy('certificates.completed_at', 'desc')
    .orderBy('certificates.id', 'desc')
    .execute()
}

/** Undefined where there is none. */
export async function findCertificate(
  db: Db,
  which: { id: string } | { code: string },
): Promise<Certificate | undefined> {
  return certificates(db)
    .$if('id' in which, (query) =>
      query.where('certificates.id', '=', 'id' in which ? which.id : ''),
    )
    .$if('code' in which, (query) =>
      query.where('certificates.code', '=', 'code' in which ? which.code : ''),
    )
    .executeTakeFirst()
}

/** The code of an attempt's certificate; undefined where it was not passed. */
export async function findCodeOfAttempt(db: Db, attemptId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('certificates')
    .select('code')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  return found?.code
}
