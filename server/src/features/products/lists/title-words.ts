import type { ImportField } from '@heatfleet/contract/products/import.ts'

/**
 * What words in a title hint at, in English, German, Spanish, French, Polish and Chinese; content decides between several.
 * Compared with small letters, separators as blanks, without what stands in brackets.
 */
const HINTS: readonly (readonly [ImportField, RegExp])[] = [
  ['order', /(word|byte) ?order|endian|wortfolge|bytefolge|字节序|字序/],
  ['address_hex', /\bhex\b|十六进制/],
  ['slave', /^slave( ?(id|addr|address|adresse|nr|no))?$|^unit ?(id|identifier)$|^从站(地址)?$|^站号$/],
  ['bit_len', /^bit ?(length|count|width)$|^位数$/],
  ['bit', /^bits?( ?(no|nr|number|pos|position|offset))?$|^位号?$|^bitnummer$/],
  ['divisor', /divis|dividi|teiler|dzielnik|除数|diviseur|^div$/],
  [
    'scale',
    /scal|factor|faktor|facteur|gain|multipl|resol|auflös|escala|coef|koef|skal|mnożnik|współcz|倍率|系数|比例|精度|分辨率|genauigkeit|precision/,
  ],
  ['offset', /^offset$|偏移|przesuni|^verschiebung$/],
  ['unit', /\bunits?\b|einheit|unidad|unité|jedn|单位|^uom$|^eu$/],
  ['range', /range|bereich|rango|plage|gamme|zakres|范围|limits?$|^grenzen$/],
  ['min', /\bmin\b|\bmin\.|minim|mínim|lower|untere|unterer|下限|最小|^low$|^from$|^von$/],
  ['max', /\bmax\b|\bmax\.|maxim|máxim|upper|obere|oberer|上限|最大|^high$|^to$|^bis$/],
  ['default', /default|factory|werkseinst|werkswert|fábrica|vorgabe|domyśln|默认|出厂|usine|^preset$|^init/],
  [
    'access',
    /access|zugriff|acceso|accès|dost[eę]p|read ?\/? ?write|write ?\/? ?read|\br ?\/ ?w\b|\brw\b|\bw ?\/ ?r\b|lesen|schreib|读写|权限|attribut|\bpermission|^typ(e|o)?$|^mode$|odczyt/,
  ],
  [
    'fn',
    /\bfunction ?codes?\b|^fc\b|funktionscode|código de función|功能码|register ?(type|art|kind|class)|registerart|registertyp|object type|\btable\b|\btabelle\b|^area$|^space$|^bank$|寄存器类型|typ rejestru|^function$|^funktion$|^type of register$/,
  ],
  [
    'type',
    /type|\btyp\b|wertetyp|datentyp|^tipo|^format$|parsing|类型|\btyp danych|encoding|representation|\bsize\b|^data$|groesse|größe|data format/,
  ],
  [
    'reg_len',
    /^len$|length|länge|longitud|długość|quantity|\bqty\b|anzahl reg|number of reg|reg(ister)?s? count|^words$|^registers$|^count$|^size$|长度|数量|寄存器数/,
  ],
  [
    'address',
    /addr|^adr$|^dir$|direcc|adress?e?|^reg$|register|registro|rejestr|adres|地址|寄存器|^modbus$|^index$|^offset$|^dec(imal)?$|^no$|^nr$|^#$|^id$/,
  ],
  [
    'enum',
    /enum|values?\b|valores|werte\b|options?|meaning|bedeutung|auswahl|状态|取值|枚举|wartości|states?$|description|beschreibung|comment|remark|hinweis|descripción/,
  ],
  [
    'key',
    /register ?name|registername|identifier|kennung|symbol|variable|\btag\b|^key$|^id$|bezeichner|标识|code name/,
  ],
  [
    'name',
    /name|^title$|^titel$|label|caption|designation|bezeichnung|descri|beschreib|param|signal|nombre|qué|que es|content|inhalt|\bpoint\b|datapoint|datenpunkt|nazwa|opis|\bitem\b|object|objekt|名称|描述|含义|参数|libellé|désignation|funktion|función|meaning|definition|variable|^data$|measurement|sensor|entity|signification/,
  ],
  ['code', /code|nummer|number|^no$|^nr$|^key$|^id$|index|序号|编号|代号|^param(eter)?$|kod\b/],
  [
    'note',
    /note|remark|comment|bemerk|hinweis|anmerk|observa|uwagi|备注|说明|descri|beschreib|kommentar|explanation|erläuterung|details|info\b|remarque|comentario/,
  ],
  ['group', /group|gruppe|category|kategorie|grupo|section|^menu$|^block$|分组|module/],
  ['sample_raw', /sample|^example|beispielwert|^raw/],
]

const plain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[（([［【].*?[)）\]］】]/g, ' ')
    .replaceAll(/[\s_\-.:：*\n]+/g, ' ')
    .trim()

/** Fields that a title may stand for, the likelier first; none = the title says nothing. */
export const hintsOf = (title: string): ImportField[] => {
  const known = HINTED.get(title)
  if (known !== undefined) return known
  const bare = plain(title) || title.toLowerCase().trim()
  const hints =
    bare === '' || bare.length > 60 || !/[\p{L}#]/u.test(bare)
      ? []
      : HINTS.flatMap(([field, words]) => (words.test(bare) ? [field] : []))
  if (HINTED.size < HINTED_MAX) HINTED.set(title, hints)
  return hints
}

/** Titles met before: each is tried alone and together with the line below. */
const HINTED = new Map<string, ImportField[]>()
const HINTED_MAX = 5_000

/** Titles of running numbers, which are addresses only where no other column is. */
const WEAK = /^(?:id|no|nr|index|offset|dec(?:imal)?|#|number|nummer|lp|序号)$/

export const isWeakAddress = (title: string): boolean => WEAK.test(plain(title) || title.trim())

/** A unit that a title holds in brackets, as `Min. (°C)`. */
export const bracketed = (title: string): string => /[（([［【]\s*([^)）\]］】]*?)\s*[)）\]］】]/.exec(title)?.[1] ?? ''

const LANGUAGES: readonly (readonly ['name_en' | 'name_zh' | 'name_pl', RegExp])[] = [
  ['name_en', /\ben(glish)?\b|英文/i],
  ['name_zh', /\bzh\b|chinese|中文/i],
  ['name_pl', /\bpl\b|polish|polsk/i],
]

/** The language of a column of names; null = none of the product's, or not told. */
export const languageOf = (title: string): 'name_en' | 'name_zh' | 'name_pl' | null =>
  LANGUAGES.find(([, words]) => words.test(title.replaceAll('_', ' ')))?.[0] ?? null
