import { z } from 'zod'

/** Unambiguous letters and digits: without 0 O, 1 I, 2 Z, 5 S, 8 B. */
const ALPHABET = '34679ACDEFGHJKLMNPQRTUVWXY'
/** 26^8 = 2e11 codes; with the brake on wrong ones, a year of guessing at one unit finds one in 100,000. */
const CODE_LETTERS = 8
const CODE_BYTES = 8

/** What a unit signs with its own secret (HMAC-SHA-256) to make the claim code of its present owner generation. */
export const claimInput = (mac: string, claim_generation: number): string => `claim|${mac}|${claim_generation}`

/** The code in these bytes (a digest, or chance): eight letters, each as likely as any other. */
export const codeOf = (bytes: Uint8Array): string => {
  let rest = bytes.slice(0, CODE_BYTES).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  let code = ''
  for (let at = 0; at < CODE_LETTERS; at += 1) {
    code += ALPHABET[Number(rest % BigInt(ALPHABET.length))]
    rest /= BigInt(ALPHABET.length)
  }
  return code
}

/** As it stands on a label: `XXXX-XXXX`. */
export const codeText = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** A code as people type it (small letters, blanks, dashes), brought to its eight letters. */
export const ClaimCode = z
  .string()
  .max(32)
  .transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, ''))
  .refine((code) => code.length === CODE_LETTERS && Array.from(code).every((letter) => ALPHABET.includes(letter)), {
    params: { rule: 'claim_code' },
  })

/** What the QR code of a label holds; the app reads id and code from it. */
export const claimLink = (mac: string, code: string): string => `heatfleet:bind?id=${mac}&code=${code}`

/** What the QR code of a printed label holds: the product too, and no code where none is printed. */
export const labelLink = (label: { mac: string; product_key: string; claim_code: string | null }): string => {
  const { mac, product_key, claim_code } = label
  const product = `&product=${encodeURIComponent(product_key)}`
  return claim_code === null ? `heatfleet:bind?id=${mac}${product}` : claimLink(mac, claim_code) + product
}
