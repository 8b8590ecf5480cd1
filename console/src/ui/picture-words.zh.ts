import type { Words } from '../words/shape.ts'
import type { en } from './picture-words.en.ts'

/** Words of choosing a picture. */
export const zh: Words<typeof en, 'zh'> = {
  title: '图片',
  none: '还没有图片',
  choose: '选择图片…',
  other: '换一张…',
  remove: '移除',
  hint: '或将图片拖到此处：PNG、JPEG 或 WebP，会自动缩小',
  other_kind: '此文件不是 PNG、JPEG 或 WebP 图片。',
  broken: '此图片已损坏。',
  too_large: '不超过 {{megabytes, number}} MB。',
  saved: '图片已保存。',
  removed: '图片已移除。',
}
