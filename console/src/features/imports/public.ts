export { ImportOffer } from './import-offer.tsx'
