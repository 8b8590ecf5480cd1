export { drawLine, type Line, linesOf, type Pdf, registerFonts, widthOf } from './label-texts.ts'
export { printableLogo } from './printable-logo.ts'
