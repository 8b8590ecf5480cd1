import { lazy } from 'react'

/** Used by other features. */
export { suggestionsPath, templatesPath } from './paths.ts'
export const StartVirtualUnit = lazy(async () => ({
  default: (await import('./start-virtual-unit.tsx')).StartVirtualUnit,
}))
export { startValue } from './templates/template-value.ts'
export { TemplateValueField } from './templates/template-value-field.tsx'
