/** Used by other features. */
export { templatesPath } from './paths.ts'
export { startValue } from './templates/template-value.ts'
export { TemplateValueField } from './templates/template-value-field.tsx'
