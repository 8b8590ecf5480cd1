/** A bit of a word with its name. */
export type ListedBit = { bit: number; name: string }

/** `bit0`, `bit 0`, `b0`, `位0`, and what stands between it and its name. */
const START = /(?:^|[;；,，、\n/|·•]|\s)\s*(?:bits?\s*|b|位\s*)(\d{1,2})\s*(?:[=:：→]|[-–](?!\d)|\s(?=\p{L}))\s*/giu
const NOTHING = /^(?:|[-–—/]+|n\/?a|reserved?|reserviert|reserva(?:do)?|rezerwa|unused|not used|frei|spare|预留|保留)$/i

/**
 * The bits that a cell lists (`bit0: pump, bit1: fan`, `b0=pump b1=fan`, one a line), those with a name; empty where it lists fewer than
 * two, one twice, or one beyond the register: then the cell is about something else.
 */
export const bitsOfCell = (text: string): ListedBit[] => {
  const plain = text.replaceAll('\r', '').trim()
  const starts = [...plain.matchAll(START)]
  const bits = starts.map((start, at) => ({
    bit: Number(start[1]),
    name: plain.slice(start.index + start[0].length, starts[at + 1]?.index).replace(/[;；,，、\s/|·•]+$/, ''),
  }))
  const places = new Set(bits.map(({ bit }) => bit))
  if (bits.length < 2 || places.size < bits.length || bits.some(({ bit }) => bit > 15)) return []
  return bits.filter(({ name }) => !NOTHING.test(name))
}
