import { expect, test } from 'vitest'
import { type CertificateFacts, certificatePdf, groupedCode } from './certificate-pdf.ts'

const facts: CertificateFacts = {
  code: '7K3MZQ4T9XWB2HPD',
  person_name: 'Zoë Łukaszewicz-Nguyễn',
  title: 'Wire fraud',
  completed_at: '2026-11-20T23:03:04Z',
  score: 92.5,
}
const place = { verifyUrl: 'https://desk.example.com/verify/7K3M', brokerage: 'Harbor & Pine' }

test('a certificate is one tagged page in PDF with its facts in the title', async () => {
  const text = (await certificatePdf(facts, place)).toString('latin1')
  expect(text.startsWith('%PDF-1.7')).toBe(true)
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(text).toContain('/MarkInfo')
  expect(text).toContain(place.verifyUrl)
  const title = Buffer.from(`${facts.title}: certificate of ${facts.person_name}`, 'utf16le')
  expect(text).toContain(title.swap16().toString('latin1').slice(0, 20))
})

test('titles of any length and letters of any alphabet are set', async () => {
  const hard = { ...facts, person_name: '王小明 😀', title: 'Fair'.repeat(200), score: null }
  expect((await certificatePdf(hard, place)).length).toBeGreaterThan(5000)
})

test('a code is read out in fours', () => {
  expect(groupedCode(facts.code)).toBe('7K3M-ZQ4T-9XWB-2HPD')
})
