import { questionBody } from '@frontdesk/contract/question-body'
import { describe, expect, test } from 'vitest'
import { demoPeople } from './people.ts'
import { demoChats } from './chats.ts'
import { demoPolicies } from './policies.ts'
import { demoProcesses } from './processes.ts'
import { demoRuns } from './processes/runs.ts'
import { demoQuestionBody } from './fill-trainings.ts'
import { demoTrainings } from './trainings.ts'
import { demoBank } from './trainings/question-bank.ts'
import { blocksOfText } from '../src/features/paragraphs/paragraphs.ts'
import { POLICY_LINK } from './policy-links.ts'
import { prose } from './policies/demo-policy.ts'

const emails = new Set(demoPeople.map((person) => person.email))

describe('the demo’s people', () => {
  test('are forty, each with an address and a number of their own', () => {
    expect(demoPeople).toHaveLength(40)
    expect(emails.size).toBe(40)
    expect(new Set(demoPeople.map((person) => person.phone_number)).size).toBe(40)
  })

  test('have numbers that are kept for fiction', () => {
    for (const person of demoPeople) expect(person.phone_number).toMatch(/ 555-01\d\d$/)
  })
})

describe.each(demoPolicies)('the demo’s policy $description', ({ versions, assignments }) => {
  test('is written by people of the brokerage, oldest version first', () => {
    expect(versions.every((version) => emails.has(version.author))).toBe(true)
    const ages = versions.map((version) => version.daysAgo)
    expect(ages).toEqual(ages.toSorted((one, other) => other - one))
  })

  test('is asked of people of the brokerage', () => {
    for (const { everyone, roles, people = [] } of assignments) {
      expect(everyone === true || (roles ?? people).length > 0).toBe(true)
      expect(people.filter((email) => !emails.has(email))).toEqual([])
    }
  })

  test('has between 250 and 700 words', () => {
    for (const { content } of versions) {
      const words = content.split(/\s+/).length
      expect(words).toBeGreaterThanOrEqual(250)
      expect(words).toBeLessThanOrEqual(700)
    }
  })
})

test('the demo’s conversations are of people who work there, and end before today', () => {
  const names = demoPeople
    .filter(({ status }) => status === 'active')
    .map(({ first_name: first }) => first)
  const said = demoChats.flatMap(({ members = [], messages }) => [
    ...members,
    ...messages.flatMap(({ by, reactions = {} }) => [by, ...Object.values(reactions).flat()]),
  ])
  expect(said.filter((name) => names.filter((other) => other === name).length !== 1)).toEqual([])
  expect(demoChats.flatMap(({ messages }) => messages).length).toBeGreaterThan(80)
  for (const { members, messages } of demoChats) {
    const strangers = messages.filter(({ by }) => members && !members.includes(by))
    expect(strangers).toEqual([])
    expect(Math.min(...messages.map(({ day }) => day))).toBeGreaterThan(0)
  }
})

test('wrapped lines are joined; headings, items and blank lines stay', () => {
  expect(prose`
# Heading

One
two.

1. First
   goes on
2. Second
- Item
`).toBe('# Heading\n\nOne two.\n\n1. First goes on\n2. Second\n- Item')
})

test('there are ten processes of five to twelve steps, written by people of the brokerage', () => {
  expect(demoProcesses).toHaveLength(10)
  for (const { steps, author } of demoProcesses) {
    expect(steps.length).toBeGreaterThanOrEqual(5)
    expect(steps.length).toBeLessThanOrEqual(12)
    expect(emails).toContain(author)
  }
})

describe.each(demoRuns)('the demo’s run $title', (run) => {
  test('is of an active process, by people of the brokerage, in the order of time', () => {
    const process = demoProcesses.find(({ title }) => title === run.process)
    expect(process?.status).toBe('active')
    expect(run.stepsDone).toBeLessThanOrEqual(process!.steps.length)
    expect(run.startedDaysAgo).toBeLessThan(process!.writtenDaysAgo)
    const handed = run.handedTo && 'person' in run.handedTo ? [run.handedTo.person] : []
    const authors = (run.comments ?? []).map(({ author }) => author)
    for (const email of [run.starter, ...handed, ...authors]) expect(emails).toContain(email)
  })
})

test('there are eight trainings, and what they name is there', () => {
  expect(demoTrainings).toHaveLength(8)
  const policies = new Set(demoPolicies.map(({ versions }) => versions.at(-1)!.title))
  const processes = new Set(demoProcesses.map(({ title }) => title))
  for (const training of demoTrainings) {
    expect(emails.has(training.author)).toBe(true)
    expect((training.policies ?? []).filter((title) => !policies.has(title))).toEqual([])
    expect((training.processes ?? []).filter((title) => !processes.has(title))).toEqual([])
  }
})

test('what a text of the demo leads to is in the policy as it is now', () => {
  const steps = demoProcesses.flatMap((process) => process.steps.map((step) => step.description))
  const sections = demoTrainings.flatMap((training) => training.sections.map((one) => one.content))
  const feedback = demoBank.flatMap(({ questions }) => questions.map((one) => one.feedback))
  const links = [...steps, ...sections, ...feedback].flatMap((text = '') => [
    ...text.matchAll(POLICY_LINK),
  ])
  expect(links.length).toBeGreaterThanOrEqual(3)
  for (const { groups } of links) {
    const policy = demoPolicies.find(({ versions }) => versions.at(-1)!.title === groups!.title)
    const blocks = blocksOfText(policy!.versions.at(-1)!.content)
    const named = blocks.filter(({ text }) => text.startsWith(groups!.beginning ?? ''))
    expect(named.length, groups!.beginning).toBeGreaterThan(0)
  }
})

test('what a quiz draws is in the question bank, and more than it asks', () => {
  const asked = demoTrainings.flatMap(({ draws = [] }) => draws)
  expect(asked.length).toBeGreaterThan(0)
  for (const { topic, questions } of asked) {
    const found = demoBank.find((one) => one.topic === topic)
    expect(found?.questions.length, topic).toBeGreaterThan(questions)
  }
  for (const { author, questions } of demoBank) {
    expect(emails).toContain(author)
    for (const [index, question] of questions.entries()) {
      const body = demoQuestionBody(question, index)
      expect(questionBody.safeParse(body)).toMatchObject({ success: true })
    }
  }
})

describe.each(demoTrainings)('the demo’s training $title', ({ sections, questions }) => {
  test('has three to five sections and five to ten questions that can be asked', () => {
    expect(sections.length).toBeGreaterThanOrEqual(3)
    expect(sections.length).toBeLessThanOrEqual(5)
    expect(questions.length).toBeGreaterThanOrEqual(5)
    expect(questions.length).toBeLessThanOrEqual(10)
    for (const [index, question] of questions.entries()) {
      const body = demoQuestionBody(question, index)
      expect(questionBody.safeParse(body)).toMatchObject({ success: true })
    }
  })
})
