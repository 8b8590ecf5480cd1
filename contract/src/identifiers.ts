import { z } from 'zod'
import { LIMITS } from './limits.ts'

const IMEI = /^\d{15}$/
const MAC = /^[0-9a-f]{12}$/

const luhnDigit = (digits: string): number => {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}

/** 15 digits whose last is the Luhn digit of the first 14. Source: domain 7. */
export const isImei = (text: string): boolean => IMEI.test(text) && luhnDigit(text.slice(0, 14)) === Number(text[14])

/** 12 hex digits, unicast, neither all zero nor all one. Source: domain 7. */
export const isMac = (text: string): boolean =>
  MAC.test(text) && text !== '000000000000' && (Number.parseInt(text.slice(0, 2), 16) & 1) === 0

/**
 * Brings an id as people write it (aa:bb:…, AA-BB-…, aabb.ccdd.eeff, blanks) to the stored form; null unless it is a
 * complete IMEI or MAC (spec 5: a device MAC must be complete).
 */
export const normalizeDeviceId = (text: string): string | null => {
  const bare = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s:.-]/g, '')
  return isImei(bare) || isMac(bare) ? bare : null
}

/** Appends the Luhn digit to 14 digits. */
export const imeiOf = (first14: string): string => `${first14}${luhnDigit(first14)}`

/** 19 or 20 characters, issuer 89; the last of 20 may be a letter on real cards. Source: domain 7. */
export const isIccid = (text: string): boolean => /^89\d{17}[0-9A-Za-z]?$/.test(text)

/** The Luhn digit of an ICCID is right, or it has none: a letter as the last of 20 characters. Cards exist that ignore it. */
export const hasIccidChecksum = (text: string): boolean =>
  !/^\d+$/.test(text) || luhnDigit(text.slice(0, -1)) === Number(text.at(-1))
/** The `mac` field (labelled imei) of every call: a complete id in any usual writing, brought to the stored form. */
export const DeviceId = z
  .string()
  .max(64)
  .transform((text, context) => {
    const id = normalizeDeviceId(text)
    if (id !== null) return id
    context.addIssue({ code: 'custom', message: 'device id incomplete', params: { rule: 'device_id' } })
    return z.NEVER
  })

type IdList = { ids: string[]; incomplete: string[] }

/** Splits "several devices, separated by commas" (spec 5; Chinese commas, semicolons and line breaks count too). */
export const parseIdList = (text: string): IdList => {
  const ids = new Set<string>()
  const incomplete: string[] = []
  for (const part of text.split(/[,，;；\n\r\t]+/)) {
    if (part.trim() === '') continue
    const id = normalizeDeviceId(part)
    if (id === null) incomplete.push(part.trim())
    else ids.add(id)
  }
  return { ids: [...ids].slice(0, LIMITS.filter_ids_max), incomplete }
}

/** True when the text can only be meant as ids: digits, hex and separators, with at least eight digits in a row. */
export const looksLikeIds = (text: string): boolean =>
  /^[0-9a-fA-F:.\-\s,，;；]+$/.test(text) && /[0-9a-fA-F]{8}|[0-9a-fA-F]{2}[:-]/.test(text)
