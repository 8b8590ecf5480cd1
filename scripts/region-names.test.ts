import { areaList } from '@vant/area-data'
import { describe, expect, it } from 'vitest'
import en from '../contract/src/regions/names.en.json' with { type: 'json' }
import pl from '../contract/src/regions/names.pl.json' with { type: 'json' }
import { latinNamesOf } from './region-names.ts'

const chinese: Record<string, string> = { ...areaList.province_list, ...areaList.city_list, ...areaList.county_list }
const names: Record<string, string> = en
const codeOf = (name: string, within = '') =>
  Object.keys(chinese).find((code) => chinese[code] === name && code.startsWith(within)) ?? ''

it('the shipped names are those of the rules, of every region', () => {
  const made = latinNamesOf(chinese)
  expect(Object.keys(en).sort()).toEqual(Object.keys(chinese).sort())
  expect(en).toEqual(Object.fromEntries(Object.entries(made).map(([code, [name]]) => [code, name])))
  expect(pl).toEqual(Object.fromEntries(Object.entries(made).map(([code, [, name]]) => [code, name])))
})

describe('a name is readable', () => {
  it('without a Chinese character, and with a capital letter in English', () => {
    for (const name of Object.values(en)) expect(name).toMatch(/^[A-Z][A-Za-zü',\- ]*$/)
    for (const name of Object.values(pl)) expect(name).toMatch(/^[A-Za-ząćęłńóśźżŚŁŻü',:\- ]+$/)
  })

  it('and unlike its neighbours', () => {
    const seen = new Map<string, string[]>()
    for (const [code, name] of Object.entries(en)) {
      const above = code.endsWith('0000') ? '' : code.endsWith('00') ? code.slice(0, 2) : code.slice(0, 4)
      // Another spelling of a township that the list has twice.
      if (code === '712484') continue
      seen.set(`${above} ${name}`, [...(seen.get(`${above} ${name}`) ?? []), code])
    }
    expect([...seen.values()].filter((codes) => codes.length > 1)).toEqual([])
  })
})

describe.each([
  ['浙江省', 'Zhejiang'],
  ['陕西省', 'Shaanxi'],
  ['山西省', 'Shanxi'],
  ['内蒙古自治区', 'Inner Mongolia'],
  ['西藏自治区', 'Tibet'],
  ['新疆维吾尔自治区', 'Xinjiang'],
  ['香港特别行政区', 'Hong Kong'],
  ['澳门特别行政区', 'Macao'],
  ['重庆市', 'Chongqing'],
  ['杭州市', 'Hangzhou'],
  ['西湖区', 'Xihu District', '3301'],
  ['德清县', 'Deqing County'],
  ['哈尔滨市', 'Harbin'],
  ['呼和浩特市', 'Hohhot'],
  ['乌鲁木齐市', 'Urumqi'],
  ['拉萨市', 'Lhasa'],
  ['西安市', "Xi'an"],
  ['六安市', "Lu'an"],
  ['厦门市', 'Xiamen'],
  ['亳州市', 'Bozhou'],
  ['都江堰市', 'Dujiangyan'],
  ['吕梁市', 'Lüliang'],
  ['阿克苏地区', 'Aksu Prefecture'],
  ['锡林郭勒盟', 'Xilingol League'],
  ['科尔沁左翼中旗', 'Horqin Left Middle Banner'],
  ['延边朝鲜族自治州', 'Yanbian Korean Autonomous Prefecture'],
  ['恩施土家族苗族自治州', 'Enshi Tujia and Miao Autonomous Prefecture'],
  ['威宁彝族回族苗族自治县', 'Weining Yi, Hui and Miao Autonomous County'],
  ['巴音郭楞蒙古自治州', 'Bayingolin Mongol Autonomous Prefecture'],
  ['浦东新区', 'Pudong New Area'],
  ['清新区', 'Qingxin District'],
  ['石家庄高新技术产业开发区', 'Shijiazhuang High-Tech Industrial Development Zone'],
  ['台北市', 'Taipei'],
  ['单县', 'Shan County'],
  ['油尖旺区', 'Yau Tsim Mong District'],
])('%s', (name, expected, within = '') => {
  it(`is ${expected}`, () => expect(names[codeOf(name, within)]).toBe(expected))
})
