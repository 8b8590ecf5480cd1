-- Months that are over get their summaries in the background: each is made again and compared before it is replaced, readable meanwhile.
update month_merges set is_final = false where is_final;
