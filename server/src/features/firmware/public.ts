export { ensureFirmwareKey } from './sign.ts'
