import type { Words } from '../../words/shape.ts'
import type { en } from './words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  title: 'Urządzenia',
}
