import type { Words } from '../words/shape.ts'
import type { en } from './words.en.ts'

export const pl: Words<typeof en, 'pl'> = {
  product_tabs: {
    Overview: 'Przegląd',
    Electric: 'Elektryka',
    Refrigerant: 'Czynnik chłodniczy',
    Outputs: 'Wyjścia',
    Alarms: 'Awarie',
    Control: 'Sterowanie',
    'Heating curve': 'Krzywa grzewcza',
    Service: 'Serwis',
    Energy: 'Energia',
    Device: 'Urządzenie',
  },
  groups: {
    status: 'Stan',
    hydraulic: 'Woda',
    energy: 'Energia',
    electric: 'Elektryka',
    maintenance: 'Konserwacja',
    refrigerant: 'Obieg chłodniczy',
    fault: 'Awarie',
    info: 'Informacje',
    state: 'Żądania i stany',
    output: 'Wyjścia',
    input: 'Wejścia',
    control: 'Praca',
    curve: 'Krzywa grzewcza',
    defrost: 'Odszranianie',
    dhw: 'Ciepła woda',
    clock: 'Zegar',
    timer: 'Programy czasowe',
  },
}
