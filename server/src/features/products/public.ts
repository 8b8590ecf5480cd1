export { createLayouts, type Layout, type Layouts } from './layouts.ts'
