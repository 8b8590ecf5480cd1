// One door to the fields for screens that use several. The log-in screen takes field-text.tsx itself, so that the
// component library behind the others is not part of its load.
export { CheckboxField, SwitchField } from './field-check.tsx'
export { CheckboxGroupField, type GroupChoice, RadioGroupField } from './field-choices.tsx'
export { EmailField, PhoneField } from './field-contact.tsx'
export { type DateRange, DateRangeField } from './field-date-range.tsx'
export { MultiSelectField } from './field-multi-select.tsx'
export { NumberField, parseNumber } from './field-number.tsx'
export { type Place, PlaceField } from './field-place.tsx'
export { MultiRegionField, RegionField } from './field-region.tsx'
export { type Choice, SelectField } from './field-select.tsx'
export { PasswordField, SearchField, TextField } from './field-text.tsx'
export { TextAreaField } from './field-text-area.tsx'
export { type TreeChoice, TreeSelectField } from './field-tree-select.tsx'
