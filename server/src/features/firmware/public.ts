export { addFirmware } from './add-firmware.ts'
export { imagePath, sumsOf, writePart } from './image-files.ts'
export { ensureFirmwareKey } from './store-keys.ts'
