-- Accounts are found by a part of their company, in any case.

create index accounts_company_part on accounts using gin (lower(company) gin_trgm_ops);
