import { createRequire } from 'node:module'
import type { Document } from './document.ts'

const require = createRequire(import.meta.url)
/** Covers Latin, Greek and Cyrillic scripts and all currency signs; only the glyphs in use are embedded. */
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}

const MARGIN = 50
const GAP = 8
const LINE = '#c8ccd2'
const SOFT = '#5b6470'
const INK = '#1a1d21'

type Pdf = PDFKit.PDFDocument

/** Loaded on first use: few servers print. */
export async function drawPdf(document: Document): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: FONTS.regular,
    info: { Title: document.title, Author: document.shopName },
    lang: 'en',
  })
  const done = collect(pdf)
  pdf.registerFont('regular', FONTS.regular).registerFont('bold', FONTS.bold)
  drawHead(pdf, document)
  drawRows(pdf, document)
  drawSums(pdf, document)
  drawText(pdf, document.note && `Note: ${document.note}`, 9, INK)
  drawText(pdf, document.footer, 8, SOFT)
  pdf.end()
  return done
}

function collect(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}

const contentWidth = (pdf: Pdf) => pdf.page.width - 2 * MARGIN

function drawHead(pdf: Pdf, { title, shopName, facts, addresses }: Document): void {
  const width = contentWidth(pdf)
  pdf
    .font('bold')
    .fontSize(16)
    .fillColor(INK)
    .text(shopName, MARGIN, MARGIN, { width: width / 2 })
  const left = pdf.y
  pdf.fontSize(16).text(title, MARGIN + width / 2, MARGIN, { width: width / 2, align: 'right' })
  for (const [name, value] of facts) {
    pdf.font('regular').fontSize(9).fillColor(SOFT)
    pdf.text(`${name}: ${value}`, MARGIN + width / 2, pdf.y + 2, { width: width / 2, align: 'right' })
  }
  const top = Math.max(left, pdf.y) + 24
  let bottom = top
  for (const [index, { name, lines }] of addresses.entries()) {
    const x = MARGIN + (index * width) / 2
    pdf
      .font('bold')
      .fontSize(9)
      .fillColor(SOFT)
      .text(name, x, top, { width: width / 2 - GAP })
    pdf.font('regular').fontSize(10).fillColor(INK)
    for (const line of lines) pdf.text(line, x, pdf.y + 1, { width: width / 2 - GAP })
    bottom = Math.max(bottom, pdf.y)
  }
  pdf.y = bottom + 24
}

function drawRows(pdf: Pdf, { columns, rows }: Document): void {
  const rest = contentWidth(pdf) - columns.reduce((sum, { width }) => sum + width, 0)
  const boxes = columns.map(({ width, isNumber = false }, index) => ({
    x: MARGIN + (index === 0 ? 0 : rest) + columns.slice(0, index).reduce((sum, column) => sum + column.width, 0),
    width: (index === 0 ? rest : width) - GAP,
    align: isNumber ? ('right' as const) : ('left' as const),
  }))
  const drawCells = (cells: string[], y: number) =>
    boxes.forEach(({ x, width, align }, index) => {
      pdf.text(cells[index] ?? '', x, y, { width, align })
    })
  const drawHeader = () => {
    pdf.font('bold').fontSize(8).fillColor(SOFT)
    const { y } = pdf
    drawCells(
      columns.map(({ header }) => header),
      y,
    )
    drawLine(pdf, y + 14)
  }
  drawHeader()
  for (const { cells, note } of rows) {
    pdf.font('regular').fontSize(9)
    const { width = 0 } = boxes[0] ?? {}
    const heights = boxes.map((box, index) => pdf.heightOfString(cells[index] ?? '', { width: box.width }))
    const noteTop = heights[0] ?? 0
    pdf.fontSize(8)
    const noteHeight = note ? pdf.heightOfString(note, { width }) : 0
    // An amount can take more lines than the title.
    const height = Math.max(noteTop + noteHeight, ...heights)
    if (pdf.y + height + 12 > pdf.page.height - MARGIN) {
      pdf.addPage()
      drawHeader()
    }
    const { y } = pdf
    pdf.font('regular').fontSize(9).fillColor(INK)
    drawCells(cells, y)
    pdf.fontSize(8).fillColor(SOFT)
    if (note) pdf.text(note, MARGIN, y + noteTop, { width })
    drawLine(pdf, y + height + 4)
  }
}

function drawLine(pdf: Pdf, y: number): void {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(pdf.page.width - MARGIN, y)
    .lineWidth(0.5)
    .stroke(LINE)
  pdf.y = y + 6
}

const SUMS_WIDTH = 300

function drawSums(pdf: Pdf, { sums }: Document): void {
  const x = pdf.page.width - MARGIN - SUMS_WIDTH
  if (pdf.y + sums.length * 15 > pdf.page.height - MARGIN) pdf.addPage()
  pdf.y += 6
  for (const { name, value, isBold = false } of sums) {
    const { y } = pdf
    pdf
      .font(isBold ? 'bold' : 'regular')
      .fontSize(isBold ? 10 : 9)
      .fillColor(INK)
    const height = pdf.heightOfString(name, { width: SUMS_WIDTH - 110 })
    pdf.text(name, x, y, { width: SUMS_WIDTH - 110 })
    pdf.text(value, x + SUMS_WIDTH - 110, y, { width: 110 - GAP, align: 'right' })
    pdf.y = y + height + 3
  }
}

function drawText(pdf: Pdf, text: string, size: number, color: string): void {
  if (!text) return
  pdf.font('regular').fontSize(size).fillColor(color)
  pdf.text(text, MARGIN, pdf.y + 18, { width: contentWidth(pdf) })
}
