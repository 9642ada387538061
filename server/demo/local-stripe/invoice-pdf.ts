import Pdf from 'pdfkit'
import type Stripe from 'stripe'

/** An invoice on one sheet, as a PDF. */
export async function printInvoice(invoice: Stripe.Invoice): Promise<Buffer> {
  const pdf = new Pdf({
    size: 'LETTER',
    margin: 64,
    info: { Title: `Invoice ${invoice.number}` },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.fontSize(24).text(`Invoice ${invoice.number}`)
  pdf.fontSize(10).fillColor('#555').text('From Local Stripe, a stand-in: no money has moved.')
  pdf.moveDown().fillColor('#111').fontSize(12)
  pdf.text(`For ${invoice.customer_name ?? ''}`).text(`Date ${day(invoice.created)}`)
  pdf.text(`Status ${invoice.status}`).moveDown()
  for (const { description, amount } of invoice.lines.data) {
    pdf.text(description ?? '', { continued: true }).text(money(amount), { align: 'right' })
  }
  pdf.moveDown().fontSize(14)
  pdf.text('Total', { continued: true }).text(money(invoice.total), { align: 'right' })
  pdf.end()
  return whole
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** Cents as dollars: the stand-in knows no other currency. */
export const money = (cents: number) => dollars.format(cents / 100)
/** A moment of its books as a day. */
export const day = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
