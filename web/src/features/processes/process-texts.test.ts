import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  isProcessTexts,
  minutesOf,
  noStep,
  noTexts,
  sameTexts,
  totalOf,
} from './process-texts.ts'

const step = (change: Partial<typeof noStep>) => ({ ...noStep, ...change })

describe('the process form', () => {
  it('sends an unparsable or negative time as absent', () => {
    expect(['5', ' 2.5 ', '0', '', 'soon', '-3', 'Infinity'].map(minutesOf)).toEqual([
      5,
      2.5,
      0,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('adds up what can be read', () => {
    expect(totalOf([step({ minutes: '15' }), step({ minutes: 'x' }), step({ minutes: '5' })])).toBe(
      20,
    )
  })

  it('numbers the steps from 1 and leaves empty rows out, except the first', () => {
    const steps = [step({}), step({ title: ' Call ' }), step({}), step({ minutes: '5' })]
    expect(bodyOf({ ...noTexts, steps }).steps).toMatchObject([
      { order_number: 1, title: '' },
      { order_number: 2, title: 'Call' },
      { order_number: 3, title: '', estimated_time: 5 },
    ])
  })

  it('knows what would be saved as the same', () => {
    const one = { ...noTexts, steps: [step({ title: 'Call' })] }
    expect(sameTexts(one, { ...one, title: '  ', steps: [step({ title: 'Call ' }), noStep] })).toBe(
      true,
    )
    expect(sameTexts(one, { ...one, steps: [step({ title: 'Ring' })] })).toBe(false)
  })

  it('takes back only what it could have kept', () => {
    expect(isProcessTexts(JSON.parse(JSON.stringify(noTexts)))).toBe(true)
    for (const spoiled of [
      null,
      {},
      { ...noTexts, steps: [] },
      { ...noTexts, steps: [{ title: 1 }] },
    ]) {
      expect(isProcessTexts(spoiled)).toBe(false)
    }
  })
})
