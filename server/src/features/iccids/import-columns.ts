import type { IccidField } from '@heatfleet/contract/iccids/import.ts'
import { type Titles, titleReader } from '../../sheets/sheet-titles.ts'

/** Column titles of carriers' lists in English, Chinese and Polish. */
const TITLES: Titles<IccidField> = {
  iccid: [
    'iccid',
    'sim',
    'sim card',
    'sim number',
    'card number',
    'card no',
    '卡号',
    'iccid号',
    'sim卡号',
    'numer karty',
  ],
  msisdn: ['msisdn', 'phone', 'number', 'access number', '号码', '接入号', '手机号', '物联网卡号', 'numer', 'telefon'],
  operator: ['operator', 'carrier', 'provider', '运营商', 'dostawca'],
  plan: ['plan', 'tariff', 'package', '套餐', '套餐名称', '资费', 'taryfa', 'pakiet'],
  activation_time: [
    'activation time',
    'activation',
    'activated',
    'activation date',
    'start',
    '激活时间',
    '激活日期',
    '开卡时间',
    'aktywacja',
    'data aktywacji',
  ],
  expiration_time: [
    'expiration time',
    'expiration',
    'expires',
    'expiry',
    'expiry date',
    'end',
    '到期时间',
    '到期日期',
    '有效期',
    'koniec',
    'data końca',
    'wygasa',
    'ważna do',
  ],
  status: ['status', 'state', '状态', '卡状态', 'stan'],
  traffic_total_mb: [
    'traffic total mb',
    'traffic',
    'traffic mb',
    'data volume',
    'total mb',
    '流量',
    '套餐流量',
    '总流量',
    'transfer',
    'transfer mb',
  ],
  remark: ['remark', 'note', 'comment', '备注', 'uwagi', 'uwaga'],
}

const reader = titleReader(TITLES)
export const lookAtCards = reader.lookAt
