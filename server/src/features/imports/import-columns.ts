import type { ImportField } from '@heatfleet/contract/imports/lines.ts'
import { type Titles, titleReader } from '../../sheets/sheet-titles.ts'

/** Column titles of lists of units in English, Chinese and Polish; what a template and a file of failed lines have is among them. */
const TITLES: Titles<ImportField> = {
  mac: [
    'imei / mac',
    'mac',
    'imei',
    'mac address',
    'mac / imei',
    'device id',
    'did',
    'module',
    'mac地址',
    '设备编号',
    '模块编号',
    'adres mac',
    'identyfikator',
  ],
  product: [
    'product',
    'product key',
    'product name',
    'model',
    'type',
    '产品',
    '产品名称',
    '产品标识',
    '型号',
    'produkt',
    'klucz produktu',
    'nazwa produktu',
    'typ',
  ],
  iccid: ['iccid', 'sim', 'sim card', 'card', 'iccid号', '卡号', '物联网卡号', 'karta sim', 'numer karty'],
  hardware_version: [
    'hardware version',
    'hardware',
    'hw',
    'main board',
    'board',
    '硬件版本',
    '主板',
    '主板版本',
    'wersja sprzętu',
    'sprzęt',
    'płyta',
  ],
  device_name: ['device name', 'name', 'unit name', '设备名称', '名称', 'nazwa urządzenia', 'nazwa'],
  serial: [
    'serial number',
    'serial',
    'serial no',
    's/n',
    'sn',
    '序列号',
    '机身号',
    '出厂编号',
    'numer seryjny',
    'nr seryjny',
    'nr fabryczny',
  ],
  secret: ['device secret', 'secret', 'key', '设备密钥', '密钥', 'sekret urządzenia', 'sekret', 'klucz'],
}

/** Maps columns of lists of units by their titles. */
export const importTitles = titleReader(TITLES)
