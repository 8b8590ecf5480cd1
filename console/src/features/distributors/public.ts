export { BrandingForm } from './branding-form.tsx'
