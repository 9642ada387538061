import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { questionBody } from '@frontdesk/contract/question-body'
import type { QuestionFormat } from '@frontdesk/contract/questions'
import { scaled } from '../../../testing/patience.ts'
import type { FileQuestion } from './file-question.ts'
import { readQuestionFile } from './read-questions.ts'
import { exportedFile } from './write-questions.ts'

/** Words with all the signs that the three formats give a meaning to. */
const words = fc
  .string({
    unit: fc.constantFrom(...Array.from(`abcXYZ 019=~#{}:\\"',;<>&%$@+-/[]()|\n\t*_é中😀`)),
    minLength: 1,
    maxLength: 40,
  })
  .filter((word) => word.trim() !== '' && !word.includes('\r'))
  .map((word) => word.trim())

const distinct = (minLength: number) =>
  fc.uniqueArray(words, { minLength, maxLength: 10, selector: (word) => word.toLowerCase() })

const points = fc.integer({ min: 1, max: 1000 })

const oneRight: fc.Arbitrary<FileQuestion> = fc
  .record({ question: words, options: distinct(2), at: fc.nat(9), points })
  .map(({ at, ...rest }) => ({ ...rest, correctAnswer: at % rest.options.length }))

const severalRight: fc.Arbitrary<FileQuestion> = fc
  .record({
    question: words,
    options: distinct(2),
    marks: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
    points,
  })
  .map(({ marks, ...rest }) => {
    const right = rest.options.flatMap((_, place) => (marks[place] ? [place] : []))
    const correctAnswers = right.length > 0 ? right : [0]
    return { ...rest, kind: 'several', correctAnswer: correctAnswers[0]!, correctAnswers }
  })

const trueOrFalse: fc.Arbitrary<FileQuestion> = fc
  .record({ question: words, correctAnswer: fc.nat(1), points })
  .map((rest) => ({ ...rest, kind: 'true_false', options: ['True', 'False'] }))

const inOrder: fc.Arbitrary<FileQuestion> = fc
  .record({ question: words, options: distinct(2), points })
  .map((rest) => ({ ...rest, kind: 'ordering', correctAnswer: 0 }))

const shortText: fc.Arbitrary<FileQuestion> = fc
  .record({ question: words, acceptedAnswers: distinct(1), points })
  .map((rest) => ({ ...rest, kind: 'text', options: [], correctAnswer: 0 }))

/** GIFT takes `->` for pairs, and knows no order. */
const hasGiftForm = ({ kind, acceptedAnswers = [] }: FileQuestion) =>
  kind !== 'ordering' && !acceptedAnswers.some((text) => text.includes('->'))

const written = (format: QuestionFormat, questions: FileQuestion[]) =>
  exportedFile(format, 'Any', questions)

describe.each(['csv', 'gift', 'moodle-xml'] as const)('%s', (format) => {
  test('so is what is said to a wrong answer, of some questions and not of others', () => {
    const withFeedback = fc
      .tuple(fc.oneof(oneRight, trueOrFalse), fc.option(words, { nil: undefined }))
      .map(([question, feedback]) => ({ ...question, ...(feedback && { feedback }) }))
    fc.assert(
      fc.property(fc.array(withFeedback, { minLength: 1, maxLength: 5 }), (all) => {
        const { questions, problems } = readQuestionFile(format, written(format, all).text, {
          kinds: true,
        })
        expect(problems).toEqual([])
        expect(questions.map(({ place: _place, ...question }) => question)).toEqual(all)
      }),
      { numRuns: 150 },
    )
  })

  test('what is written is read again as it was, whatever signs it has', () => {
    fc.assert(
      fc.property(fc.array(oneRight, { minLength: 1, maxLength: 5 }), (questions) => {
        const read = readQuestionFile(format, written(format, questions).text)
        const places = read.questions.map(({ place }) => ({ place }))
        expect(read.problems).toEqual([])
        expect(read.questions).toEqual(
          questions.map((question, index) => ({ ...places[index], ...question })),
        )
      }),
      { numRuns: 150 },
    )
  })

  test.each([
    ['several', severalRight],
    ['true_false', trueOrFalse],
    ['ordering', inOrder],
    ['text', shortText],
  ] as const)('so is every question of the kind %s', (_, kind) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(kind, oneRight), { minLength: 1, maxLength: 5 }), (all) => {
        const file = written(format, all)
        const kept = all.filter((question) => format !== 'gift' || hasGiftForm(question))
        const { questions, problems } = readQuestionFile(format, file.text, { kinds: true })
        expect(file.leftOut).toBe(all.length - kept.length)
        expect(problems.filter(({ message }) => !message.startsWith('No questions'))).toEqual([])
        expect(questions.map(({ place: _place, ...question }) => question)).toEqual(kept)
      }),
      { numRuns: 150 },
    )
  })

  test('nonsense is answered with problems and never with a crash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const read = readQuestionFile(format, text, { kinds: true })
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
  const { text } = written('csv', [question])
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
      feedback: 'all',
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
    '10: Questions of this kind can’t be taken',
    '12: Questions of this kind can’t be taken',
    '14: Questions of this kind can’t be taken',
    '16: Questions of this kind can’t be taken',
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
  expect(Date.now() - start).toBeLessThan(scaled(2000))
})

const oneOfEach: FileQuestion[] = [
  { question: 'Who?', options: ['You', 'They'], correctAnswer: 1, points: 1 },
  {
    kind: 'several',
    question: 'Which two?',
    options: ['a', 'b', 'c'],
    correctAnswer: 0,
    correctAnswers: [0, 2],
    points: 2,
  },
  {
    kind: 'true_false',
    question: 'Is it?',
    options: ['True', 'False'],
    correctAnswer: 1,
    points: 1,
  },
  {
    kind: 'ordering',
    question: 'In which\norder?',
    options: ['Listen', 'Note', 'Call'],
    correctAnswer: 0,
    points: 3,
  },
  {
    kind: 'text',
    question: 'What is * called?',
    options: [],
    correctAnswer: 0,
    acceptedAnswers: ['star', 'a *'],
    points: 1,
  },
]

test('a spreadsheet keeps its columns, and names the kind in one more only where it has to', () => {
  const [choice] = oneOfEach
  expect(written('csv', [choice!]).text).toBe(
    '\uFEFFquestion,option 1,option 2,option 3,option 4,correct,points\r\nWho?,You,They,,,2,1\r\n',
  )
  expect(written('csv', oneOfEach).text.split('\r\n')).toEqual([
    '\uFEFFquestion,option 1,option 2,option 3,option 4,correct,points,kind',
    'Who?,You,They,,,2,1,',
    'Which two?,a,b,c,,1 3,2,several',
    'Is it?,True,False,,,2,1,true or false',
    '"In which\norder?",Listen,Note,Call,,1 2 3,3,order',
    'What is * called?,star,a *,,,any,1,text',
    '',
  ])
})

test('a spreadsheet as people write the kinds', () => {
  const text = [
    'question,option 1,option 2,option 3,correct,kind',
    'Two?,a,,c,"A, C",Several',
    'True?,,,,TRUE,True/False',
    'False?,False,True,,1,true_false',
    'Order?,b,a,,2 1,Order',
    'As it stands?,b,a,,,ordering',
    'Word?,x,,,,Short text',
    'No kind?,a,b,,1,essay',
    'None?,a,b,,3,several',
    'Which?,True,False,,1 2,true or false',
    'Half an order?,a,b,c,1 2,order',
    'One?,a,b,,1 2,',
    'No word?,,,,,text',
  ].join('\n')
  const read = readQuestionFile('csv', text, { kinds: true })
  expect(
    read.questions.map(({ place: _place, question: _question, points: _points, ...rest }) => rest),
  ).toEqual([
    { kind: 'several', options: ['a', 'c'], correctAnswer: 0, correctAnswers: [0, 1] },
    { kind: 'true_false', options: ['True', 'False'], correctAnswer: 0 },
    { kind: 'true_false', options: ['True', 'False'], correctAnswer: 1 },
    { kind: 'ordering', options: ['a', 'b'], correctAnswer: 0 },
    { kind: 'ordering', options: ['b', 'a'], correctAnswer: 0 },
    { kind: 'text', options: [], correctAnswer: 0, acceptedAnswers: ['x'] },
  ])
  expect(read.problems.map(({ place, message }) => `${place}: ${message}`)).toEqual([
    expect.stringMatching(/^8: The column “kind” has to be several/),
    expect.stringMatching(/^9: .* has to name the right options/),
    expect.stringMatching(/^10: .* which of True and False/),
    expect.stringMatching(/^11: .* all options in their order/),
    expect.stringMatching(/^12: .* number or letter of an option/),
    '13: Please give at least one answer that is right',
  ])
})

test('GIFT has no form for an order, and says in the file what is left out', () => {
  const { text, leftOut } = written('gift', oneOfEach)
  expect(leftOut).toBe(1)
  expect(text).toBe(`::::[plain]Who? {
  ~You
  =They
}

// points: 2
::::[plain]Which two? {
  ~%50%a
  ~%-100%b
  ~%50%c
}

::::[plain]Is it? {FALSE}

// Left out, because GIFT has no form for it: In which order?

::::[plain]What is * called? {
  =star
  =a \\\\*
}
`)
})

test('GIFT and Moodle XML of others: what is right in part or of any text is no short text', () => {
  const gift =
    'One {=one =%50%two}\n\nAny {=on*}\n\nRight {=one#yes =%0%two}\n\nPairs {=a -> b =c -> d}'
  const read = readQuestionFile('gift', gift, { kinds: true })
  expect(read.questions).toMatchObject([{ place: 5, kind: 'text', acceptedAnswers: ['one'] }])
  expect(read.problems.map(({ place }) => place)).toEqual([1, 3, 7])
  const xml = quiz(`
    <question type="shortanswer"><questiontext><text>One</text></questiontext><usecase>1</usecase>
      <answer fraction="100"><text>one</text></answer><answer fraction="50"><text>two</text></answer></question>
    <question type="shortanswer"><questiontext><text>Any</text></questiontext>
      <answer fraction="100"><text>on*</text></answer></question>
    <question type="ordering"><questiontext><text>Order</text></questiontext>
      <answer fraction="1.0000000"><text>a</text></answer><answer fraction="2.0000000"><text>b</text></answer></question>
    <question type="truefalse"><questiontext><text>False?</text></questiontext>
      <answer fraction="0"><text>false</text></answer><answer fraction="100"><text>true</text></answer></question>`)
  const found = readQuestionFile('moodle-xml', xml, { kinds: true })
  expect(found.questions).toMatchObject([
    { place: 3, kind: 'ordering', options: ['a', 'b'] },
    { place: 4, kind: 'true_false', correctAnswer: 0 },
  ])
  expect(found.problems.map(({ place }) => place)).toEqual([1, 2])
})

test.each(['csv', 'gift', 'moodle-xml'] as const)(
  '%s: whoever knows of one right option only is given no other as if it were one',
  (format) => {
    const read = readQuestionFile(format, written(format, oneOfEach).text)
    expect(read.questions.map(({ place: _place, ...question }) => question)).toEqual([
      oneOfEach[0],
      { question: 'Is it?', options: ['True', 'False'], correctAnswer: 1, points: 1 },
    ])
    expect(read.problems).toHaveLength(format === 'gift' ? 2 : 3)
  },
)
