-- Reads all hits once, with a lock under which hits are stored and read as always.
alter table hits validate constraint hits_bound_check;
