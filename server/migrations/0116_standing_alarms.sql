-- Alarms that stand, with all that the front page counts of them: read from the index alone, by place.

create index alarms_standing_path on alarms (agent_path, product_key, device_id, severity_rank, handling, code)
  where recovered_at is null;
