print("pawl")
