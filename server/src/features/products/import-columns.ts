import { IMPORT_FIELDS, type ImportField, type ImportMapping } from '@heatfleet/contract/product-import.ts'

/** How board makers title the columns of their lists, in English, Chinese and Polish. Compared without case, blanks and brackets. */
const TITLES: Record<ImportField, readonly string[]> = {
  key: ['key', 'identifier', 'tag name', '标识', '标识符', 'klucz'],
  code: ['code', 'parameter code', 'param', 'no', '代号', '参数代码', '编号', '序号代码', 'kod'],
  name: ['name', 'description', 'parameter', 'item', '名称', '参数名称', '参数', '描述', '含义', 'nazwa', 'opis'],
  name_en: ['name en', 'english name', 'name english', '英文名称', '英文名', 'nazwa angielska'],
  name_zh: ['name zh', 'chinese name', 'name chinese', '中文名称', '中文名', '显示名称', 'nazwa chińska'],
  name_pl: ['name pl', 'polish name', '波兰文名称', 'nazwa polska', 'nazwa pl'],
  fn: [
    'fn',
    'function',
    'function code',
    'query cmd',
    'query command',
    'register type',
    '功能码',
    '查询命令',
    '寄存器类型',
    'funkcja',
    'kod funkcji',
    'typ rejestru',
  ],
  address: [
    'addr',
    'address',
    'register',
    'register address',
    'modbus address',
    'dec',
    '地址',
    '寄存器地址',
    '十进制地址',
    'adres',
    'adres rejestru',
    'rejestr',
  ],
  address_hex: ['addr hex', 'address hex', 'hex', '十六进制地址', '地址hex', 'adres hex'],
  reg_len: [
    'reg len',
    'length',
    'register length',
    'registers',
    '寄存器长度',
    '长度',
    '寄存器数',
    'długość',
    'liczba rejestrów',
  ],
  part: ['part', 'byte', 'high low byte', '高低字节', '字节', 'bajt', 'część'],
  bit: ['bit', 'bit no', '位', '比特', '位号'],
  type: ['type', 'data type', 'datatype', 'format', '类型', '数据类型', 'typ', 'typ danych'],
  scale: [
    'scale',
    'factor',
    'multiplier',
    'gain',
    'resolution',
    '倍率',
    '系数',
    '比例',
    '精度',
    '分辨率',
    'skala',
    'mnożnik',
    'współczynnik',
  ],
  offset: ['offset', '偏移', '偏移量', 'przesunięcie'],
  formula: ['formula', 'calculation formula', 'read formula', '公式', '计算公式', 'formuła', 'wzór'],
  unit: ['unit', 'units', '单位', 'jednostka', 'jedn'],
  decimals: ['decimals', 'decimal places', '小数位', '小数位数', 'miejsca dziesiętne'],
  min: ['min', 'minimum', 'lower limit', '最小值', '下限', 'minimalna', 'wartość min'],
  max: ['max', 'maximum', 'upper limit', '最大值', '上限', 'maksimum', 'maksymalna', 'wartość max'],
  min_ref: ['min ref', 'min register', '下限参数'],
  max_ref: ['max ref', 'max register', '上限参数'],
  step: ['step', '步长', 'krok'],
  default: ['default', 'default value', 'factory', '默认值', '出厂值', 'domyślna', 'wartość domyślna'],
  access: [
    'access',
    'rw',
    'r/w',
    'read write',
    'read/write',
    'mode',
    '读写',
    '读写类型',
    '访问',
    '权限',
    'dostęp',
    'odczyt/zapis',
  ],
  write_cmd: ['write cmd', 'write command', '写命令', '写功能码', 'komenda zapisu'],
  enum: ['enum', 'values', 'value list', 'options', '枚举', '取值', '值说明', 'wartości', 'opcje'],
  group: ['group', 'group tag', 'category', '分组', '组', '类别', 'grupa'],
  tab: ['tab', 'tab name', 'page', '标签页', '页签', 'zakładka'],
  tag: ['tag', 'semantic tag', '语义标签', 'znacznik'],
  tier: ['tier', 'poll tier', '轮询级别', 'poziom odczytu'],
  accumulate: ['accumulate', 'counter', '累计', '是否累计', 'licznik'],
  alarm: ['alarm', 'fault', '告警', '报警', '故障'],
  in_history: ['in history', 'history', '历史', '记录历史', 'historia'],
  invalid: ['invalid', 'invalid values', '无效值', 'nieprawidłowe'],
  sample_raw: ['sample raw', 'sample', 'example', '样例', '示例值', 'przykład', 'próbka'],
  note: ['note', 'notes', 'remark', 'remarks', 'comment', '备注', '说明', 'uwagi', 'uwaga', 'komentarz'],
}

const plain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[（(［[【].*?[)）\]］】]/g, '')
    .replaceAll(/[\s_\-.:：*]+/g, '')

const FIELD_OF = new Map(IMPORT_FIELDS.flatMap((field) => TITLES[field].map((title) => [plain(title), field] as const)))

/** What a title stands for; null = not known. */
export const fieldOf = (title: string): ImportField | null => FIELD_OF.get(plain(title)) ?? null

/** Lines at the top that may be headlines before the titles. */
const TITLES_WITHIN = 20

/** The line that looks most like titles, and which column holds what; the first of two equal titles counts. */
export const guessMapping = (rows: readonly (readonly string[])[]): ImportMapping => {
  let best: ImportMapping = { header_row: 0, columns: {} }
  let most = 1
  rows.slice(0, TITLES_WITHIN).forEach((row, at) => {
    const columns: ImportMapping['columns'] = {}
    row.forEach((title, column) => {
      const field = fieldOf(title)
      if (field !== null) columns[field] ??= column
    })
    const found = Object.keys(columns).length
    if (found <= most) return
    most = found
    best = { header_row: at + 1, columns }
  })
  return best
}
