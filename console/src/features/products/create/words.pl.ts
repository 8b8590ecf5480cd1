import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

/** Słowa tworzenia produktu krok po kroku. */
export const pl: Words<typeof en, 'pl'> = {
  steps: {
    label: 'Kroki',
    basics: 'Podstawy',
    points: 'Punkty danych',
    check: 'Kontrola',
    panel: 'Panel',
    review: 'Przegląd i publikacja',
  },
  step_of: 'Krok {{step}} z {{steps}} · wszystko jest zachowywane w szkicu',
  back: 'Wstecz',
  next: 'Dalej',
  sources: {
    import: {
      title: 'Lista rejestrów',
      text: 'Lista producenta sterownika w Excelu lub CSV, w dowolnej kolejności kolumn i języku, z oceną każdego wiersza.',
      action: 'Importuj listę…',
    },
    copy: {
      title: 'Inny produkt',
      text: 'Punkty istniejącego produktu: wszystkie lub wybrane grupy.',
      action: 'Kopiuj z produktu…',
    },
    empty: { title: 'Od zera', text: 'Punkty jeden po drugim, ręcznie.', action: 'Nowy punkt' },
  },
  names_use: 'Urządzenie, którego sterownik przedstawi się jedną z nich, zostanie rozpoznane jako ten produkt.',
  findings: 'Wynik kontroli',
  sound: 'Wszystko w porządku.',
  review: {
    what: 'Co to jest',
    does: 'Co odczytuje i pokazuje',
    writable: 'Punkty zapisywalne',
    faults: 'Punkty usterek',
    tagged: 'Ze znacznikiem semantycznym',
    ready: 'Do czasu publikacji nie ma wpływu na urządzenia.',
    published: 'Używana jest wersja {{version}}.',
    open: 'Otwórz produkt',
  },
}
