import type { en } from './rights.en.ts'
import type { Words } from './shape.ts'

export const pl: Words<typeof en, 'pl'> = {
  groups: {
    device: 'Zarządzanie urządzeniami',
    product: 'Zarządzanie produktami',
    distributor: 'Zarządzanie dystrybutorami',
    user: 'Zarządzanie użytkownikami',
    'app-user': 'Użytkownicy aplikacji',
    field: 'Pola',
  },
  resources: {
    dashboard: 'Pulpit',
    device: 'Urządzenia',
    binding: 'Powiązania',
    appuser: 'Użytkownicy aplikacji',
    order: 'Zgłoszenia serwisowe',
    revisit: 'Oceny i oddzwonienia',
    app: 'Aplikacje',
    appversion: 'Wersje aplikacji',
    history: 'Historia',
    controllog: 'Dziennik sterowania',
    product: 'Produkty',
    datapoint: 'Punkty danych',
    faultcode: 'Kody błędów',
    account: 'Konta',
    agent: 'Dystrybutorzy',
    api: 'Programy',
    role: 'Role',
    resgroup: 'Grupy zasobów',
    audit: 'Dziennik audytu',
    pii: 'Dane osobowe',
  },
  rights: {
    'dashboard:view': { name: 'Podgląd pulpitu', meaning: 'Liczby urządzeń, kont i dystrybutorów w zakresie.' },
    'device:view': { name: 'Podgląd urządzeń', meaning: 'Lista urządzeń i ich szczegóły z wartościami na żywo.' },
    'device:edit': { name: 'Edycja urządzeń', meaning: 'Zmiana nazw urządzeń i informacji o nich.' },
    'device:export': { name: 'Eksport urządzeń', meaning: 'Zapisywanie listy urządzeń do pliku.' },
    'device:secret': {
      name: 'Wymiana sekretów urządzeń',
      meaning: 'Unieważnia sekret modułu; bez nowego moduł się nie połączy.',
    },
    'device:control': {
      name: 'Sterowanie urządzeniami',
      meaning: 'Ustawienia dostępne dla użytkownika: tryb, temperatury, harmonogramy.',
    },
    'device:control-installer': {
      name: 'Sterowanie instalatorskie',
      meaning: 'Także parametry instalatora; błędne mogą uszkodzić urządzenie.',
    },
    'binding:view': {
      name: 'Podgląd powiązań',
      meaning: 'Widać, z którymi użytkownikami aplikacji powiązane jest urządzenie.',
    },
    'binding:bind': {
      name: 'Powiązywanie urządzeń',
      meaning: 'Ręczne powiązanie z użytkownikiem i podgląd kodów powiązania; kto ma kod, może zostać właścicielem.',
    },
    'binding:unbind': {
      name: 'Odłączanie urządzeń',
      meaning: 'Odłączenie od użytkownika; gdy odchodzi właściciel, kończą się wszystkie udostępnienia.',
    },
    'binding:transfer': {
      name: 'Przekazywanie urządzeń',
      meaning:
        'Przekazuje urządzenie od właściciela innemu użytkownikowi aplikacji; wszyscy, którym je udostępniono, odchodzą.',
    },
    'appuser:view': {
      name: 'Podgląd użytkowników aplikacji',
      meaning: 'Lista użytkowników urządzeń z obszaru; dane osobowe pozostają zamaskowane.',
    },
    'appuser:edit': { name: 'Edycja użytkowników aplikacji', meaning: 'Zmiana informacji o użytkownikach aplikacji.' },
    'appuser:mark': {
      name: 'Oznaczanie użytkowników',
      meaning: 'Oznaczenia użytkowników i ich urządzeń: VIP, test, szczególna opieka.',
    },
    'appuser:message': {
      name: 'Pisanie do użytkowników',
      meaning: 'Wysyłanie wiadomości, które użytkownicy czytają w aplikacji.',
    },
    'appuser:disable': {
      name: 'Blokowanie użytkowników aplikacji',
      meaning: 'Odebranie lub przywrócenie dostępu do aplikacji.',
    },
    'appuser:export': {
      name: 'Eksport użytkowników',
      meaning: 'Zapisywanie listy użytkowników do pliku z zamaskowanymi danymi osobowymi.',
    },
    'appuser:erase': {
      name: 'Usuwanie danych użytkowników',
      meaning: 'Anonimizacja na życzenie użytkownika; nieodwracalna.',
    },
    'order:view': {
      name: 'Podgląd zgłoszeń',
      meaning: 'Lista zgłoszeń dotyczących urządzeń w zakresie i udzielonych odpowiedzi.',
    },
    'order:create': { name: 'Wprowadzanie zgłoszeń', meaning: 'Ręczne dodawanie zgłoszeń, na przykład po telefonie.' },
    'order:reply': { name: 'Odpowiadanie na zgłoszenia', meaning: 'Odpowiedzi dla użytkowników i notatki wewnętrzne.' },
    'order:assign': { name: 'Przydzielanie zgłoszeń', meaning: 'Wskazuje osobę prowadzącą i pilność zgłoszenia.' },
    'order:resolve': { name: 'Zamykanie zgłoszeń', meaning: 'Zamyka zgłoszenia, na które udzielono odpowiedzi.' },
    'order:reopen': { name: 'Wznawianie zgłoszeń', meaning: 'Wznawia zamknięte zgłoszenia w ciągu tygodnia.' },
    'order:export': { name: 'Eksport zgłoszeń', meaning: 'Zapis listy zgłoszeń do pliku.' },
    'revisit:view': { name: 'Podgląd ocen', meaning: 'Widzi, jak użytkownicy ocenili obsługę.' },
    'revisit:record': { name: 'Zapis oddzwonień', meaning: 'Zapisuje wynik rozmowy zwrotnej z użytkownikiem.' },
    'app:view': { name: 'Podgląd aplikacji', meaning: 'Lista aplikacji dla użytkowników końcowych.' },
    'app:edit': { name: 'Edycja aplikacji', meaning: 'Rejestracja, zmiana i blokowanie aplikacji.' },
    'app:secret': {
      name: 'Wymiana kluczy aplikacji',
      meaning: 'Nowe klucze i sekrety; aplikacje ze starymi tracą dostęp.',
    },
    'appversion:view': {
      name: 'Podgląd wersji aplikacji',
      meaning: 'Lista wersji i liczba osób korzystających z każdej.',
    },
    'appversion:edit': { name: 'Edycja wersji aplikacji', meaning: 'Wprowadzanie i zmiana wersji roboczych.' },
    'appversion:release': {
      name: 'Wydawanie wersji aplikacji',
      meaning: 'Ogłaszanie, wstrzymywanie i wycofywanie wersji; wymuszone aktualizacje blokują starsze.',
    },
    'history:view': { name: 'Podgląd historii', meaning: 'Wykresy i zapisane wartości.' },
    'history:export': { name: 'Eksport historii', meaning: 'Zapisane wartości jako plik.' },
    'history:preset-edit': { name: 'Zapis wyboru punktów', meaning: 'Zapamiętywanie zestawów punktów do wykresów.' },
    'controllog:view': {
      name: 'Podgląd dziennika sterowania',
      meaning: 'Kto, co i na którym urządzeniu ustawił oraz z jakim skutkiem.',
    },
    'product:view': { name: 'Podgląd produktów', meaning: 'Lista produktów i ich punktów danych.' },
    'product:create': { name: 'Tworzenie produktów', meaning: 'Tworzy nowe produkty, puste lub na wzór innego.' },
    'product:edit': { name: 'Edycja produktów', meaning: 'Zmienia podstawowe dane produktów i otwiera ich szkice.' },
    'product:publish': {
      name: 'Publikowanie produktów',
      meaning: 'Zamienia szkic w wersję, według której odczytywane są wszystkie urządzenia.',
    },
    'product:delete': { name: 'Usuwanie produktów', meaning: 'Usuwa produkty, których nic nie używa.' },
    'product:export': { name: 'Eksport produktów', meaning: 'Pobiera punkty danych produktu jako plik.' },
    'product:register-edit': {
      name: 'Edycja nazw rejestracji',
      meaning: 'Określa, która zgłaszana nazwa należy do którego produktu.',
    },
    'product:secret': {
      name: 'Sekrety produktów',
      meaning: 'Pokazuje sekret produktu i tworzy nowy; programy używające starego są odrzucane.',
    },
    'product:simulate': {
      name: 'Uruchamianie wirtualnych urządzeń',
      meaning: 'Uruchamia symulowane urządzenia produktu lub jego szkicu i ponownie je usuwa.',
    },
    'datapoint:edit': {
      name: 'Edycja punktów danych',
      meaning: 'Zmienia punkty danych i ustawienia w szkicu produktu.',
    },
    'datapoint:import': { name: 'Import punktów danych', meaning: 'Wczytuje listy rejestrów z arkuszy do szkicu.' },
    'faultcode:view': {
      name: 'Podgląd kodów błędów',
      meaning: 'Czyta bazę wiedzy: przyczyny, kontrole i sposoby naprawy.',
    },
    'faultcode:note': { name: 'Notatki z napraw', meaning: 'Po naprawie zapisuje przy kodzie błędu, co pomogło.' },
    'faultcode:edit': { name: 'Edycja kodów błędów', meaning: 'Dodaje i zmienia własne wpisy bazy wiedzy.' },
    'account:view': { name: 'Podgląd kont', meaning: 'Lista kont z własnego zakresu, ich sesje i uprawnienia.' },
    'account:create': {
      name: 'Tworzenie kont',
      meaning: 'Zakłada konta o uprawnieniach i zakresie nie większych niż własne.',
    },
    'account:edit': { name: 'Edycja kont', meaning: 'Zmienia dane osoby, rolę, firmę i grupę zasobów konta.' },
    'account:disable': { name: 'Wyłączanie kont', meaning: 'Wyłącza i włącza konta oraz kończy ich sesje.' },
    'account:delete': { name: 'Usuwanie kont', meaning: 'Trwale usuwa wyłączone konta.' },
    'account:reset-password': {
      name: 'Resetowanie haseł',
      meaning: 'Nadaje nowe hasło początkowe i odblokowuje konta.',
    },
    'account:view-as': {
      name: 'Podgląd oczami konta',
      meaning: 'Pokazuje konsolę oczami innego konta: bez zmian i z zapisem w dzienniku.',
    },
    'agent:view': { name: 'Podgląd dystrybutorów', meaning: 'Lista dystrybutorów we własnej części drzewa.' },
    'agent:create': {
      name: 'Tworzenie dystrybutorów',
      meaning: 'Dodaje dystrybutorów pod własnym, z ich pierwszym kontem.',
    },
    'agent:edit': { name: 'Edycja dystrybutorów', meaning: 'Zmienia dane niższych dystrybutorów i własny kontakt.' },
    'agent:move': {
      name: 'Przenoszenie dystrybutorów',
      meaning: 'Przekazuje dystrybutora ze wszystkimi urządzeniami innemu nadrzędnemu.',
    },
    'agent:disable': { name: 'Wyłączanie dystrybutorów', meaning: 'Odcina wszystkie osoby dystrybutora od konsoli.' },
    'agent:export': { name: 'Eksport dystrybutorów', meaning: 'Zapisuje listę dystrybutorów do pliku.' },
    'agent:delete': {
      name: 'Usuwanie dystrybutorów',
      meaning: 'Usuwa dystrybutorów, z którymi nic już nie jest związane.',
    },
    'api:view': { name: 'Przeglądanie tokenów', meaning: 'Pokazuje własne tokeny dla programów.' },
    'api:edit': {
      name: 'Tworzenie tokenów',
      meaning: 'Tworzy i unieważnia tokeny działające w imieniu własnego konta.',
    },
    'role:view': { name: 'Podgląd ról', meaning: 'Role i uprawnienia, które zawierają.' },
    'role:edit': { name: 'Tworzenie i edycja ról', meaning: 'Tworzenie i zmiana ról, nigdy ponad własne uprawnienia.' },
    'role:delete': { name: 'Usuwanie ról', meaning: 'Usuwanie ról, których nie ma żadne konto.' },
    'resgroup:view': { name: 'Podgląd grup zasobów', meaning: 'Grupy zasobów i to, co obejmują.' },
    'resgroup:edit': {
      name: 'Edycja grup zasobów',
      meaning: 'Tworzenie, zmiana i usuwanie grup: decyduje, które urządzenia widzą inne konta.',
    },
    'audit:view': { name: 'Podgląd dziennika audytu', meaning: 'Pokazuje, kto co zmienił lub próbował zrobić i skąd.' },
    'audit:export': { name: 'Eksport dziennika audytu', meaning: 'Zapisywanie dziennika audytu do pliku.' },
    'pii:export': { name: 'Eksport danych osobowych', meaning: 'Pełne dane osobowe w eksportowanych plikach.' },
    'pii:view': {
      name: 'Podgląd danych osobowych',
      meaning: 'Pełne numery telefonów, adresy e-mail i adresy zamiast zamaskowanych.',
    },
  },
}
