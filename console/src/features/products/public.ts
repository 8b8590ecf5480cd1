/** Used by other features. */
export { suggestionsPath, templatesPath } from './paths.ts'
export { StartVirtualUnit } from './start-virtual-unit.tsx'
export { startValue } from './templates/template-value.ts'
export { TemplateValueField } from './templates/template-value-field.tsx'
