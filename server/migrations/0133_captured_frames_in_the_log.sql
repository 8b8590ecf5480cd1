-- The device log lists captured frames of all units in scope by time.
create index device_capture_frames_at on device_capture_frames (at desc, device_id, frame_no);
