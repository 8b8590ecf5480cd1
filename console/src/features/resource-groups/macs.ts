import { DeviceId } from '@heatfleet/contract/identifiers.ts'

/** Parses pasted ids with any separators: complete ones in stored form, and incomplete ones. */
export const parseMacs = (text: string): { macs: string[]; incomplete: string[] } => {
  const macs = new Set<string>()
  const incomplete: string[] = []
  for (const word of text.split(/[\s,;，；、]+/).filter((part) => part !== '')) {
    const id = DeviceId.safeParse(word)
    if (id.success) macs.add(id.data)
    else incomplete.push(word)
  }
  return { macs: [...macs], incomplete }
}
