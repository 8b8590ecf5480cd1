import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'

/** Ids as people paste and scan them: by lines, commas, semicolons or tabs; each once, and what is no whole id. */
export const idsOf = (text: string): { macs: string[]; incomplete: string[] } => {
  const macs = new Set<string>()
  const incomplete: string[] = []
  for (const part of text.split(/[,，;；\n\r\t]+/)) {
    if (part.trim() === '') continue
    const mac = normalizeDeviceId(part)
    if (mac === null) incomplete.push(part.trim())
    else macs.add(mac)
  }
  return { macs: [...macs], incomplete }
}
