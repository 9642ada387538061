import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { questionBody } from '@frontdesk/contract/question-body'
import { writeCsv } from './csv.ts'
import type { FileQuestion } from './file-question.ts'
import { writeGift } from './gift.ts'
import { writeMoodleXml } from './moodle-xml.ts'
import { readQuestionFile } from './read-questions.ts'

const WRITERS = { csv: writeCsv, gift: writeGift, 'moodle-xml': writeMoodleXml } as const

/** Words with all the signs that the three formats give a meaning to. */
const words = fc
  .string({
    unit: fc.constantFrom(...Array.from(`abcXYZ 019=~#{}:\\"',;<>&%$@+-/[]()|\n\t*_é中😀`)),
    minLength: 1,
    maxLength: 40,
  })
  .filter((word) => word.trim() !== '' && !word.includes('\r'))
  .map((word) => word.trim())

const anyQuestion: fc.Arbitrary<FileQuestion> = fc
  .record({
    question: words,
    options: fc.uniqueArray(words, {
      minLength: 2,
      maxLength: 10,
      selector: (word) => word.toLowerCase(),
    }),
    at: fc.nat(9),
    points: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ at, ...rest }) => ({ ...rest, correctAnswer: at % rest.options.length }))

describe.each(['csv', 'gift', 'moodle-xml'] as const)('%s', (format) => {
  test('what is written is read again as it was, whatever signs it has', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { minLength: 1, maxLength: 5 }), (questions) => {
        const read = readQuestionFile(format, WRITERS[format](questions))
        const places = read.questions.map(({ place }) => ({ place }))
        expect(read.problems).toEqual([])
        expect(read.questions).toEqual(
          questions.map((question, index) => ({ ...places[index], ...question })),
        )
      }),
      { numRuns: 150 },
    )
  })

  test('nonsense is answered with problems and never with a crash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const read = readQuestionFile(format, text)
        expect(read.questions.length + read.problems.length).toBeGreaterThan(0)
        for (const question of read.questions) {
          expect(questionBody.safeParse(question).success).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })
})

const messagesOf = (format: 'csv' | 'gift' | 'moodle-xml', text: string) =>
  readQuestionFile(format, text).problems.map(({ place, message }) => `${place}: ${message}`)

test('a spreadsheet: letters, unused columns, semicolons, and problems by their line', () => {
  const text = [
    'Question;Option A;Option B;Option C;Correct;Points',
    'Who calls?;You;"They',
    'do";;b;2',
    ';;;;;',
    'One option;You;;;1;1',
    'Whom?;You;They;;3;1',
    'Same;You;you;;1;1',
    'Points;You;They;;1;many',
    ';You;They;;1;1',
  ].join('\n')
  const read = readQuestionFile('csv', text)
  expect(read.questions).toEqual([
    { place: 2, question: 'Who calls?', options: ['You', 'They\ndo'], correctAnswer: 1, points: 2 },
  ])
  expect(messagesOf('csv', text)).toEqual([
    '5: A question needs at least two options',
    '6: The column “correct” has to be the number or letter of an option',
    '7: Two options say the same',
    '8: Points are a whole number from 1 to 1,000',
    '9: Please write the question',
  ])
  expect(messagesOf('csv', 'a,b\n1,2')).toEqual([
    expect.stringMatching(/^1: The first line has to/),
  ])
})

test('a spreadsheet never gets a formula, and gives it back unchanged', () => {
  const question = {
    question: '=HYPERLINK("http://evil")',
    options: ['+1', '-1', '@x'],
    correctAnswer: 0,
    points: 1,
  }
  const text = writeCsv([question])
  expect(text).not.toMatch(/(?:^|[,\n"])[=+@-]/)
  expect(readQuestionFile('csv', text).questions[0]).toMatchObject(question)
})

test('GIFT as others write it', () => {
  const text = String.raw`// a comment
$CATEGORY: tom/dick

::Q1:: Who\: is {=Ada # yes ~Ben#no ~%-50%Cy ####all} first?

The sun is hot. {TRUE#well}

[html]Two right {~%50%a ~%50%b ~c}

Typed {=one =two}

Match {=a -> b =c -> d}

Essay {}

Number {#3:2}

No answers here

Open {=a ~b`
  const read = readQuestionFile('gift', text)
  expect(read.questions).toEqual([
    {
      place: 4,
      question: 'Who: is _____ first?',
      options: ['Ada', 'Ben', 'Cy'],
      correctAnswer: 0,
      points: 1,
    },
    {
      place: 6,
      question: 'The sun is hot.',
      options: ['True', 'False'],
      correctAnswer: 0,
      points: 1,
    },
  ])
  expect(messagesOf('gift', text)).toEqual([
    '8: More than one option is right',
    '10: Only questions with one right option of several can be taken',
    '12: Only questions with one right option of several can be taken',
    '14: Only questions with one right option of several can be taken',
    '16: Only questions with one right option of several can be taken',
    '18: The answers in { } are missing',
    '20: The answers have no } at their end',
  ])
})

const quiz = (inner: string) => `<?xml version="1.0"?><quiz>${inner}</quiz>`

test('Moodle XML as others write it', () => {
  const text = quiz(`
    <question type="category"><category><text>x</text></category></question>
    <!-- one -->
    <question type="multichoice">
      <questiontext format="html"><text><![CDATA[<p>Who &amp; <b>what</b>?</p><p>Now&nbsp;&#33;</p>]]></text></questiontext>
      <defaultgrade>2.0000000</defaultgrade>
      <answer fraction="0" format="html"><text>&lt;p&gt;You&lt;/p&gt;</text></answer>
      <answer fraction="100"><text>They</text><feedback><text>yes</text></feedback></answer>
    </question>
    <question type="truefalse">
      <questiontext format="plain_text"><text>Is 1 &lt; 2?</text></questiontext>
      <answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer>
    </question>
    <question type="essay"><questiontext><text>Write</text></questiontext></question>
    <question type="multichoice"><questiontext><text>Two</text></questiontext>
      <answer fraction="50"><text>a</text></answer><answer fraction="50"><text>b</text></answer>
    </question>`)
  expect(readQuestionFile('moodle-xml', text)).toEqual({
    questions: [
      {
        place: 1,
        question: 'Who & what?\nNow !',
        options: ['You', 'They'],
        correctAnswer: 1,
        points: 2,
      },
      { place: 2, question: 'Is 1 < 2?', options: ['True', 'False'], correctAnswer: 0, points: 1 },
    ],
    problems: [
      { place: 3, message: "Questions of the type “essay” can't be taken" },
      { place: 4, message: 'More than one option is right' },
    ],
  })
})

test('hostile XML is refused: document types, entities, depth, and what is not XML', () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><quiz>&lol2;</quiz>`
  const file = `<?xml version="1.0"?><!DOCTYPE q [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>`
  for (const hostile of [bomb, file, `<!DOCTYPE quiz SYSTEM "http://evil/x.dtd"><quiz/>`]) {
    expect(readQuestionFile('moodle-xml', hostile)).toEqual({
      questions: [],
      problems: [{ place: 1, message: 'Files with a document type or entities are not read' }],
    })
  }
  expect(messagesOf('moodle-xml', quiz('\n<a/>&x;'))).toEqual([
    '2: &x; is not known; entities are not expanded',
  ])
  expect(messagesOf('moodle-xml', '<a>'.repeat(60))).toEqual([
    '1: The elements are nested too deeply',
  ])
  expect(messagesOf('moodle-xml', quiz('<a></b>'))).toEqual(['1: </b> closes what is not open'])
  expect(messagesOf('moodle-xml', '<quiz>')).toEqual(['1: <quiz> is not closed'])
  expect(messagesOf('moodle-xml', '<html></html>')).toEqual([
    '1: This is not a Moodle question file: it does not begin with <quiz>',
  ])
  const start = Date.now()
  readQuestionFile('moodle-xml', `<quiz>${'<a b="'.repeat(100_000)}`)
  readQuestionFile(
    'moodle-xml',
    quiz(
      `<question type="multichoice"><questiontext format="html"><text><![CDATA[${'<p '.repeat(200_000)}]]></text></questiontext></question>`,
    ),
  )
  readQuestionFile('gift', `${'::'.repeat(300_000)}{`)
  expect(Date.now() - start).toBeLessThan(2000)
})
