import { z } from 'zod'
import { brokenAs } from './text.ts'

const PNG = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/

/** A PNG of so many bytes at most as an address of itself, which a page can show without a request. */
export const pngUrl = (bytes_max: number) =>
  z
    .string()
    // Base64 has four letters for three bytes.
    .max(30 + Math.ceil(bytes_max / 3) * 4)
    .refine((text) => PNG.test(text), brokenAs('image_invalid'))
